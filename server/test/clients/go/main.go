// Calls a gateway with the stock client and says what came of each call, as one JSON object.
//
// Reads from standard input where the gateway is and which keys it has: {"base": "http://…/v1", "keys": {"good": "sk-…", …}}.
package main

import (
	"context"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"time"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/packages/ssestream"
	"github.com/openai/openai-go/v3/shared"
)

type said = map[string]any

var asked struct {
	Base string
	Keys map[string]string
}

var ctx = context.Background()

func client(key string, more ...option.RequestOption) openai.Client {
	options := []option.RequestOption{
		option.WithBaseURL(asked.Base),
		option.WithAPIKey(asked.Keys[key]),
		option.WithMaxRetries(0),
	}
	return openai.NewClient(append(options, more...)...)
}

func question() openai.ChatCompletionNewParams {
	return openai.ChatCompletionNewParams{
		Model:    "sandbox/chat",
		Messages: []openai.ChatCompletionMessageParamUnion{openai.UserMessage("Hello!")},
	}
}

func disturbed(knob, value string) openai.ChatCompletionNewParams {
	params := question()
	params.Metadata = shared.Metadata{knob: value}
	return params
}

func chat(key string, params openai.ChatCompletionNewParams, more ...option.RequestOption) (said, error) {
	gateway := client(key, more...)
	var response *http.Response
	answer, err := gateway.Chat.Completions.New(ctx, params, option.WithResponseInto(&response))
	if err != nil {
		return nil, err
	}
	return said{
		"id":     response.Header.Get("x-request-id"),
		"model":  answer.Model,
		"text":   answer.Choices[0].Message.Content,
		"tokens": answer.Usage.TotalTokens,
	}, nil
}

func streamed(params openai.ChatCompletionNewParams) (said, error) {
	gateway := client("good")
	stream := gateway.Chat.Completions.NewStreaming(ctx, params)
	text, model := "", ""
	var tokens any
	for stream.Next() {
		chunk := stream.Current()
		model = chunk.Model
		if len(chunk.Choices) > 0 {
			text += chunk.Choices[0].Delta.Content
		}
		if chunk.Usage.TotalTokens > 0 {
			tokens = chunk.Usage.TotalTokens
		}
	}
	if err := stream.Err(); err != nil {
		told := tell(err)
		told["text"] = text
		return told, nil
	}
	return said{"model": model, "text": text, "tokens": tokens}, nil
}

func withUsage() openai.ChatCompletionNewParams {
	params := question()
	params.StreamOptions.IncludeUsage = openai.Bool(true)
	return params
}

func embed(input ...string) (said, error) {
	gateway := client("good")
	answer, err := gateway.Embeddings.New(ctx, openai.EmbeddingNewParams{
		Model: "sandbox/embed",
		Input: openai.EmbeddingNewParamsInputUnion{OfArrayOfStrings: input},
	})
	if err != nil {
		return nil, err
	}
	vectors := [][]float64{}
	for _, item := range answer.Data {
		vectors = append(vectors, item.Embedding)
	}
	return said{"model": answer.Model, "vectors": vectors, "tokens": answer.Usage.TotalTokens}, nil
}

func images() (said, error) {
	gateway := client("good")
	answer, err := gateway.Images.Generate(ctx, openai.ImageGenerateParams{
		Model:  "sandbox/image",
		Prompt: "A red fox",
		N:      openai.Int(2),
		Size:   "640x320",
	})
	if err != nil {
		return nil, err
	}
	sizes := [][]uint32{}
	for _, image := range answer.Data {
		file, err := base64.StdEncoding.DecodeString(image.B64JSON)
		if err != nil {
			return nil, err
		}
		sizes = append(sizes, []uint32{binary.BigEndian.Uint32(file[16:]), binary.BigEndian.Uint32(file[20:])})
	}
	return said{"sizes": sizes}, nil
}

func models() (said, error) {
	gateway := client("good")
	listed := []string{}
	pages := gateway.Models.ListAutoPaging(ctx)
	for pages.Next() {
		listed = append(listed, pages.Current().ID)
	}
	if err := pages.Err(); err != nil {
		return nil, err
	}
	one, err := gateway.Models.Get(ctx, "sandbox/chat")
	if err != nil {
		return nil, err
	}
	return said{"listed": listed, "one": one.ID}, nil
}

func capped() (said, error) {
	requests := 0
	count := option.WithMiddleware(func(request *http.Request, next option.MiddlewareNext) (*http.Response, error) {
		requests++
		return next(request)
	})
	_, err := chat("capped", question(), option.WithMaxRetries(2), count)
	told := tell(err)
	told["requests"] = requests
	return told, nil
}

func tell(err error) said {
	var refused *openai.Error
	var broken *ssestream.StreamError
	switch {
	case err == nil:
		return said{}
	case errors.As(err, &refused):
		told := said{
			"class": "Error",
			"code":  refused.Code, "param": refused.Param, "type": refused.Type, "message": refused.Message,
		}
		if refused.Response != nil {
			told["status"], told["id"] = refused.StatusCode, refused.Response.Header.Get("x-request-id")
		}
		return told
	case errors.As(err, &broken):
		var event struct{ Error said }
		if json.Unmarshal(broken.Event.Data, &event) != nil || event.Error == nil {
			return said{"class": "StreamError"}
		}
		event.Error["class"] = "StreamError"
		return event.Error
	case errors.Is(err, context.DeadlineExceeded):
		return said{"class": "DeadlineExceeded"}
	default:
		return said{"class": "another error", "message": err.Error()}
	}
}

func main() {
	if err := json.NewDecoder(os.Stdin).Decode(&asked); err != nil {
		panic(err)
	}
	cases := map[string]func() (said, error){
		"chat":                func() (said, error) { return chat("good", question()) },
		"streamed":            func() (said, error) { return streamed(question()) },
		"streamed with usage": func() (said, error) { return streamed(withUsage()) },
		"embeddings":          func() (said, error) { return embed("The cat sat on the mat.", "猫坐在垫子上") },
		"images":              images,
		"models":              models,
		"bad parameter": func() (said, error) {
			params := question()
			params.Messages = []openai.ChatCompletionMessageParamUnion{}
			return chat("good", params)
		},
		"bad input":     func() (said, error) { return embed("a", "") },
		"unknown key":   func() (said, error) { return chat("unknown", question()) },
		"other address": func() (said, error) { return chat("elsewhere", question()) },
		"other model":   func() (said, error) { return chat("other models", question()) },
		"unknown model": func() (said, error) {
			params := question()
			params.Model = "no/such"
			return chat("good", params)
		},
		"rate": func() (said, error) {
			if told, err := chat("rated", question()); err != nil {
				return told, errors.Join(errors.New("the first call was refused"), err)
			}
			return chat("rated", question())
		},
		"cap":         capped,
		"unavailable": func() (said, error) { return chat("good", disturbed("sandbox_status", "503")) },
		"timeout": func() (said, error) {
			return chat("good", disturbed("sandbox_latency_ms", "60000"), option.WithRequestTimeout(500*time.Millisecond))
		},
		"broken stream": func() (said, error) { return streamed(disturbed("sandbox_cut_after_chunks", "3")) },
	}
	results := map[string]said{}
	for name, call := range cases {
		told, err := call()
		if err != nil {
			told = tell(err)
		}
		results[name] = told
	}
	if err := json.NewEncoder(os.Stdout).Encode(results); err != nil {
		panic(err)
	}
}
