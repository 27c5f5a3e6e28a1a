"""Asks a gateway the same questions with published SDKs and prints the result of each question as one JSON object for each SDK.

Reads from standard input where the gateway is and which keys it has, as `calls.py` does. The arguments name the SDKs.
"""

import json
import sys

asked = json.load(sys.stdin)
base, keys = asked["base"], asked["keys"]
# Some clients add the version of the API to the address themselves.
host = base.removesuffix("/v1")
model = "sandbox/chat"
name = "weather"
description = "Says how the weather is."
parameters = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
told = "sunny"
png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
image_url = f"data:image/png;base64,{png}"


class Messages:
    def first(self, text, has_image):
        source = {"type": "base64", "media_type": "image/png", "data": png}
        parts = [{"type": "image", "source": source}, {"type": "text", "text": text}]
        return [{"role": "user", "content": parts if has_image else text}]

    def next(self, before, answer):
        results = [{"type": "tool_result", "tool_use_id": id, "content": told} for id, _, _ in answer["calls"]]
        return [*before, {"role": "assistant", "content": answer["native"]}, {"role": "user", "content": results}]

    def ask(self, key, said, heard, stream=False, tools=False):
        import anthropic

        client = anthropic.Anthropic(api_key=key, base_url=host, max_retries=0)
        body = {"model": model, "max_tokens": 500, "messages": said}
        if tools:
            body["tools"] = [{"name": name, "description": description, "input_schema": parameters}]
        if stream:
            with client.messages.stream(**body) as events:
                for text in events.text_stream:
                    heard(text)
                answer = events.get_final_message()
        else:
            answer = client.messages.create(**body)
        parts = answer.content
        return {
            "native": parts,
            "text": "".join(part.text for part in parts if part.type == "text"),
            "thoughts": "".join(part.thinking for part in parts if part.type == "thinking"),
            "calls": [(part.id, part.name, part.input) for part in parts if part.type == "tool_use"],
            "tokens": [answer.usage.input_tokens, answer.usage.output_tokens],
        }


class Chat:
    def first(self, text, has_image):
        parts = [{"type": "image_url", "image_url": {"url": image_url}}, {"type": "text", "text": text}]
        return [{"role": "user", "content": parts if has_image else text}]

    def next(self, before, answer):
        results = [{"role": "tool", "tool_call_id": id, "content": told} for id, _, _ in answer["calls"]]
        return [*before, answer["native"], *results]

    def ask(self, key, said, heard, stream=False, tools=False):
        import openai

        client = openai.OpenAI(api_key=key, base_url=base, max_retries=0)
        body = {"model": model, "messages": said}
        if tools:
            function = {"name": name, "description": description, "parameters": parameters}
            body["tools"] = [{"type": "function", "function": function}]
        thoughts = ""
        if stream:
            with client.chat.completions.stream(**body, stream_options={"include_usage": True}) as events:
                for event in events:
                    if event.type == "content.delta":
                        heard(event.delta)
                    if event.type == "chunk" and event.chunk.choices:
                        thoughts += getattr(event.chunk.choices[0].delta, "reasoning_content", None) or ""
                answer = events.get_final_completion()
        else:
            answer = client.chat.completions.create(**body)
        message = answer.choices[0].message
        calls = message.tool_calls or []
        return {
            "native": message.model_dump(exclude_none=True, exclude={"parsed"}),
            "text": message.content or "",
            "thoughts": thoughts or getattr(message, "reasoning_content", ""),
            "calls": [(call.id, call.function.name, json.loads(call.function.arguments)) for call in calls],
            "tokens": [answer.usage.prompt_tokens, answer.usage.completion_tokens],
        }


class ResponseFailed(Exception):
    """In this protocol a failure inside a stream is an event and no exception."""

    def __init__(self, response):
        super().__init__(response.error.message)
        self.code = response.error.code


class Responses:
    def first(self, text, has_image):
        image = {"type": "input_image", "image_url": image_url, "detail": "auto"}
        return [{"role": "user", "content": [image, {"type": "input_text", "text": text}] if has_image else text}]

    def next(self, before, answer):
        results = [{"type": "function_call_output", "call_id": id, "output": told} for id, _, _ in answer["calls"]]
        return [*before, *answer["native"], *results]

    def ask(self, key, said, heard, stream=False, tools=False):
        import openai

        client = openai.OpenAI(api_key=key, base_url=base, max_retries=0)
        body = {"model": model, "input": said, "store": False}
        if tools:
            tool = {"type": "function", "name": name, "description": description}
            body["tools"] = [{**tool, "parameters": parameters, "strict": False}]
        answer = client.responses.create(**body, stream=stream)
        for event in answer if stream else []:
            if event.type == "response.output_text.delta":
                heard(event.delta)
            if event.type == "response.failed":
                raise ResponseFailed(event.response)
            if event.type == "response.completed":
                answer = event.response
        calls = [item for item in answer.output if item.type == "function_call"]
        summaries = [part for item in answer.output if item.type == "reasoning" for part in item.summary]
        return {
            "native": answer.output,
            "text": answer.output_text,
            "thoughts": "".join(part.text for part in summaries),
            "calls": [(call.call_id, call.name, json.loads(call.arguments)) for call in calls],
            "tokens": [answer.usage.input_tokens, answer.usage.output_tokens],
        }


class LangChain:
    def __init__(self, model_of):
        self.model_of = model_of

    def first(self, text, has_image):
        from langchain_core.messages import HumanMessage

        parts = [{"type": "image_url", "image_url": {"url": image_url}}, {"type": "text", "text": text}]
        return [HumanMessage(parts if has_image else text)]

    def next(self, before, answer):
        from langchain_core.messages import ToolMessage

        results = [ToolMessage(told, tool_call_id=id) for id, _, _ in answer["calls"]]
        return [*before, answer["native"], *results]

    def ask(self, key, said, heard, stream=False, tools=False):
        chain = self.model_of(key)
        if tools:
            function = {"name": name, "description": description, "parameters": parameters}
            chain = chain.bind_tools([{"type": "function", "function": function}])
        answer = None if stream else chain.invoke(said)
        for chunk in chain.stream(said) if stream else []:
            if chunk.text:
                heard(chunk.text)
            answer = chunk if answer is None else answer + chunk
        blocks = answer.content_blocks
        return {
            "native": answer,
            "text": str(answer.text),
            "thoughts": "".join(block.get("reasoning", "") for block in blocks if block["type"] == "reasoning"),
            "calls": [(call["id"], call["name"], call["args"]) for call in answer.tool_calls],
            "tokens": [answer.usage_metadata["input_tokens"], answer.usage_metadata["output_tokens"]],
        }


def langchain_anthropic(key):
    from langchain_anthropic import ChatAnthropic

    return ChatAnthropic(model=model, api_key=key, base_url=host, max_retries=0, max_tokens=500)


def langchain_openai(**options):
    def model_of(key):
        from langchain_openai import ChatOpenAI

        return ChatOpenAI(model=model, api_key=key, base_url=base, max_retries=0, stream_usage=True, **options)

    return model_of


sdks = {
    "Anthropic over Messages": Messages(),
    "OpenAI over chat": Chat(),
    "OpenAI over Responses": Responses(),
    "LangChain over Messages": LangChain(langchain_anthropic),
    "LangChain over chat": LangChain(langchain_openai()),
    "LangChain over Responses": LangChain(langchain_openai(use_responses_api=True, store=False)),
}


def failure_of(error, text):
    """An error as programs see it, with the text that came before it."""
    body = getattr(error, "body", None)
    inner = body.get("error", body) if isinstance(body, dict) else {}
    code = getattr(error, "code", None) or inner.get("code")
    return {"class": type(error).__name__, "status": getattr(error, "status_code", None), "code": code, "text": text}


def result_of(sdk, question="Hello!", key="good", has_image=False, **how):
    text = ""

    def heard(piece):
        nonlocal text
        text += piece

    try:
        said = sdk.first(question, has_image)
        first = sdk.ask(keys[key], said, heard, **how)
        if not first["calls"]:
            return {member: first[member] for member in ("text", "thoughts", "tokens")}
        second = sdk.ask(keys[key], sdk.next(said, first), heard, **how)
        return {"calls": [[called, given] for _, called, given in first["calls"]], "text": second["text"]}
    except Exception as error:  # noqa: BLE001: every failure is a result
        return failure_of(error, text)


called = '[call weather {"city": "Oslo"}] [call weather {"city": "Rome"}]'
questions = {
    "whole": {},
    "streamed": {"stream": True},
    "tools, whole": {"question": called, "tools": True},
    "tools, streamed": {"question": called, "tools": True, "stream": True},
    "thinking, whole": {"question": "[think] Hello!"},
    "thinking, streamed": {"question": "[think] Hello!", "stream": True},
    "image": {"has_image": True},
    "wrong key": {"key": "unknown"},
    "cap reached": {"key": "capped"},
    "refused by the provider": {"question": "[sandbox_status: 400] Hello!"},
    "broken stream": {"question": "[sandbox_cut_after_chunks: 6] Hello!", "stream": True},
}

results = {sdk: {what: result_of(sdks[sdk], **how) for what, how in questions.items()} for sdk in sys.argv[1:] or sdks}
json.dump(results, sys.stdout)
