import java.io.ByteArrayOutputStream;
import java.util.HexFormat;
import java.util.Scanner;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.StringEntity;

/** Apache HttpClient 5, as it is. */
class Apache {
  public static void main(String[] args) throws Exception {
    Scanner input = new Scanner(System.in, "UTF-8").useDelimiter("\n");
    String[] head = input.next().split("\t");
    CloseableHttpClient client = HttpClients.createDefault();
    while (input.hasNext()) {
      String[] call = input.next().split("\t");
      HttpPost request = new HttpPost(head[0] + call[1]);
      request.setHeader("Authorization", "Bearer " + head[1]);
      request.setEntity(new StringEntity(call[2], ContentType.APPLICATION_JSON));
      int[] status = {0};
      String error = "";
      ByteArrayOutputStream received = new ByteArrayOutputStream();
      try {
        client.execute(request, answer -> {
          status[0] = answer.getCode();
          answer.getEntity().getContent().transferTo(received);
          return null;
        });
      } catch (Exception thrown) {
        error = thrown.toString();
      }
      String body = HexFormat.of().formatHex(received.toByteArray());
      System.out.println(String.join("\t", call[0], "" + status[0], body, error.replaceAll("\\s+", " ")));
    }
  }
}
