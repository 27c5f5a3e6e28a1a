import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiEmbeddingModel;
import dev.langchain4j.model.openai.OpenAiImageModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Scanner;
import java.util.concurrent.CompletableFuture;

/** LangChain4j, with another address and key and nothing else. */
class LangChain {
  interface Call {
    String make(StringBuilder text) throws Exception;
  }

  static void tell(String name, Call call) {
    StringBuilder text = new StringBuilder();
    String error = "";
    try {
      text.append(call.make(text));
    } catch (Exception thrown) {
      error = String.valueOf(thrown.getCause() == null ? thrown : thrown.getCause());
    }
    String hex = HexFormat.of().formatHex(text.toString().getBytes(StandardCharsets.UTF_8));
    System.out.println(String.join("\t", name, error.isEmpty() ? "200" : "0", hex, error.replaceAll("\\s+", " ")));
  }

  static String streamed(OpenAiStreamingChatModel model, StringBuilder text) throws Exception {
    CompletableFuture<ChatResponse> over = new CompletableFuture<>();
    model.chat("Hello!", new StreamingChatResponseHandler() {
      @Override
      public void onPartialResponse(String piece) {
        text.append(piece);
      }

      @Override
      public void onCompleteResponse(ChatResponse answer) {
        over.complete(answer);
      }

      @Override
      public void onError(Throwable error) {
        over.completeExceptionally(error);
      }
    });
    over.get();
    return "";
  }

  public static void main(String[] args) {
    Scanner input = new Scanner(System.in, "UTF-8").useDelimiter("\n");
    String[] head = input.next().split("\t");
    var chat = OpenAiChatModel.builder().baseUrl(head[0]).apiKey(head[1]).modelName("sandbox/chat").build();
    var stream = OpenAiStreamingChatModel.builder().baseUrl(head[0]).apiKey(head[1]).modelName("sandbox/chat");
    var embedder = OpenAiEmbeddingModel.builder().baseUrl(head[0]).apiKey(head[1]).modelName("sandbox/embed").build();
    var painter = OpenAiImageModel.builder().baseUrl(head[0]).apiKey(head[1]).modelName("sandbox/image")
        .responseFormat("b64_json").build();
    tell("chat", text -> chat.chat("Hello!"));
    tell("stream", text -> streamed(stream.build(), text));
    tell("embeddings", text -> {
      var vectors = embedder.embedAll(List.of(TextSegment.from("one"), TextSegment.from("two"))).content();
      return vectors.size() + " of " + vectors.get(1).dimension();
    });
    tell("image", text -> painter.generate("a fox").content().base64Data());
    tell("broken stream", text -> streamed(stream.metadata(Map.of("sandbox_cut_after_chunks", "3")).build(), text));
    System.exit(0);
  }
}
