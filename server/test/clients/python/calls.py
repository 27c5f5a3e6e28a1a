"""Calls a gateway with the stock client and says what came of each call, as one JSON object.

Reads from standard input where the gateway is and which keys it has: {"base": "http://…/v1", "keys": {"good": "sk-…", …}}.
"""

import base64
import json
import sys

import openai

asked = json.load(sys.stdin)
sent = 0


def count(_request):
    global sent
    sent += 1


http_client = openai.DefaultHttpxClient(event_hooks={"request": [count]})


def client(key="good", **options):
    return openai.OpenAI(
        base_url=asked["base"],
        api_key=asked["keys"][key],
        http_client=http_client,
        **{"max_retries": 0, **options},
    )


def chat(key="good", options=None, **fields):
    question = {"model": "sandbox/chat", "messages": [{"role": "user", "content": "Hello!"}]}
    return client(key, **(options or {})).chat.completions.create(**{**question, **fields})


def whole():
    answer = chat()
    return {
        "id": answer._request_id,
        "model": answer.model,
        "text": answer.choices[0].message.content,
        "tokens": answer.usage.total_tokens,
    }


def streamed(**fields):
    text, tokens, model = "", None, None
    for chunk in chat(stream=True, **fields):
        model = chunk.model
        if chunk.choices:
            text += chunk.choices[0].delta.content or ""
        if chunk.usage:
            tokens = chunk.usage.total_tokens
    return {"model": model, "text": text, "tokens": tokens}


def broken_stream():
    text = ""
    try:
        for chunk in chat(stream=True, metadata={"sandbox_cut_after_chunks": "3"}):
            text += chunk.choices[0].delta.content or ""
    except openai.OpenAIError as error:
        return {**told(error), "text": text}
    return {"text": text}


def embeddings():
    answer = client().embeddings.create(model="sandbox/embed", input=["The cat sat on the mat.", "猫坐在垫子上"])
    return {
        "model": answer.model,
        "vectors": [item.embedding for item in answer.data],
        "tokens": answer.usage.total_tokens,
    }


def images():
    answer = client().images.generate(model="sandbox/image", prompt="A red fox", n=2, size="640x320")
    files = [base64.b64decode(image.b64_json) for image in answer.data]
    return {"sizes": [[int.from_bytes(file[at : at + 4], "big") for at in (16, 20)] for file in files]}


def models():
    return {
        "listed": [model.id for model in client().models.list()],
        "one": client().models.retrieve("sandbox/chat").id,
    }


def capped():
    before = sent
    try:
        chat("capped", {"max_retries": 2})
    except openai.OpenAIError as error:
        return {**told(error), "requests": sent - before}


def rated():
    chat("rated")
    chat("rated")


def told(error):
    said = {"class": type(error).__name__}
    if isinstance(error, openai.APIError):
        said |= {"code": error.code, "param": error.param, "type": error.type, "message": error.message}
    if isinstance(error, openai.APIStatusError):
        said |= {"status": error.status_code, "id": error.request_id}
    return said


cases = {
    "chat": whole,
    "streamed": streamed,
    "streamed with usage": lambda: streamed(stream_options={"include_usage": True}),
    "embeddings": embeddings,
    "images": images,
    "models": models,
    "bad parameter": lambda: chat(messages=[]),
    "bad input": lambda: client().embeddings.create(model="sandbox/embed", input=["a", ""]),
    "unknown key": lambda: chat("unknown"),
    "other address": lambda: chat("elsewhere"),
    "other model": lambda: chat("other models"),
    "unknown model": lambda: chat(model="no/such"),
    "rate": rated,
    "cap": capped,
    "unavailable": lambda: chat(metadata={"sandbox_status": "503"}),
    "timeout": lambda: chat(options={"timeout": 0.5}, metadata={"sandbox_latency_ms": "60000"}),
    "broken stream": broken_stream,
}


def outcome(case):
    try:
        answer = case()
        return answer if isinstance(answer, dict) else {"answered": str(answer)}
    except openai.OpenAIError as error:
        return told(error)


json.dump({name: outcome(case) for name, case in cases.items()}, sys.stdout)
