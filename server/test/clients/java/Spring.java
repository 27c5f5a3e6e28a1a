import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Scanner;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.document.MetadataMode;
import org.springframework.ai.image.ImagePrompt;
import org.springframework.ai.openai.OpenAiChatModel;
import org.springframework.ai.openai.OpenAiChatOptions;
import org.springframework.ai.openai.OpenAiEmbeddingModel;
import org.springframework.ai.openai.OpenAiEmbeddingOptions;
import org.springframework.ai.openai.OpenAiImageModel;
import org.springframework.ai.openai.OpenAiImageOptions;
import org.springframework.ai.openai.api.OpenAiApi;
import org.springframework.ai.openai.api.OpenAiImageApi;

/** Spring AI, with another address and key and nothing else. */
class Spring {
  interface Call {
    String make(StringBuilder text) throws Exception;
  }

  static void tell(String name, Call call) {
    StringBuilder text = new StringBuilder();
    String error = "";
    try {
      text.append(call.make(text));
    } catch (Exception thrown) {
      error = thrown + " " + thrown.getCause();
    }
    String hex = HexFormat.of().formatHex(text.toString().getBytes(StandardCharsets.UTF_8));
    System.out.println(String.join("\t", name, error.isEmpty() ? "200" : "0", hex, error.replaceAll("\\s+", " ")));
  }

  static String streamed(OpenAiChatModel model, OpenAiChatOptions options, StringBuilder text) {
    model.stream(new Prompt("Hello!", options)).doOnNext(piece -> {
      if (piece.getResult() != null && piece.getResult().getOutput().getText() != null)
        text.append(piece.getResult().getOutput().getText());
    }).blockLast();
    return "";
  }

  public static void main(String[] args) {
    Scanner input = new Scanner(System.in, "UTF-8").useDelimiter("\n");
    String[] head = input.next().split("\t");
    String base = head[0].replaceAll("/v1$", "");
    OpenAiApi api = OpenAiApi.builder().baseUrl(base).apiKey(head[1]).build();
    OpenAiChatOptions options = OpenAiChatOptions.builder().model("sandbox/chat").build();
    OpenAiChatOptions broken =
        OpenAiChatOptions.builder().model("sandbox/chat").metadata(Map.of("sandbox_cut_after_chunks", "3")).build();
    OpenAiChatModel chat = OpenAiChatModel.builder().openAiApi(api).defaultOptions(options).build();
    var embedder = new OpenAiEmbeddingModel(api, MetadataMode.EMBED, OpenAiEmbeddingOptions.builder().model("sandbox/embed").build());
    var painter = new OpenAiImageModel(OpenAiImageApi.builder().baseUrl(base).apiKey(head[1]).build());
    var drawn = OpenAiImageOptions.builder().model("sandbox/image").responseFormat("b64_json").build();
    tell("chat", text -> chat.call("Hello!"));
    tell("stream", text -> streamed(chat, options, text));
    tell("embeddings", text -> {
      var vectors = embedder.embed(List.of("one", "two"));
      return vectors.size() + " of " + vectors.get(1).length;
    });
    tell("image", text -> painter.call(new ImagePrompt("a fox", drawn)).getResult().getOutput().getB64Json());
    tell("broken stream", text -> streamed(chat, broken, text));
    System.exit(0);
  }
}
