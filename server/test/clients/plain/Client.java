import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.HexFormat;
import java.util.Scanner;

/** The HTTP client of Java itself, as it is: it asks plain addresses to change to HTTP/2. */
class Client {
  public static void main(String[] args) throws Exception {
    Scanner input = new Scanner(System.in, "UTF-8").useDelimiter("\n");
    String[] head = input.next().split("\t");
    HttpClient client = HttpClient.newHttpClient();
    while (input.hasNext()) {
      String[] call = input.next().split("\t");
      HttpRequest request = HttpRequest.newBuilder(URI.create(head[0] + call[1]))
          .header("Authorization", "Bearer " + head[1])
          .header("Content-Type", "application/json")
          .POST(HttpRequest.BodyPublishers.ofString(call[2]))
          .build();
      int status = 0;
      String error = "";
      byte[] body = {};
      try {
        HttpResponse<java.io.InputStream> answer = client.send(request, HttpResponse.BodyHandlers.ofInputStream());
        status = answer.statusCode();
        var received = new java.io.ByteArrayOutputStream();
        try {
          answer.body().transferTo(received);
        } finally {
          body = received.toByteArray();
        }
      } catch (Exception thrown) {
        error = thrown.toString();
      }
      System.out.println(String.join("\t", call[0], "" + status, HexFormat.of().formatHex(body), error.replaceAll("\\s+", " ")));
    }
    // Its threads would keep the program.
    System.exit(0);
  }
}
