"""The HTTP clients of Python: `urllib` of itself, `requests`, and `httpx`, which the official SDK stands on. All as they are."""

import http.client
import sys
import urllib.error
import urllib.request


def by_urllib(address, headers, body):
    received = b""
    status = 0
    try:
        with urllib.request.urlopen(urllib.request.Request(address, body, headers)) as answer:
            status = answer.status
            received = answer.read()
    except http.client.IncompleteRead as error:
        return status, error.partial, repr(error)
    except Exception as error:
        return status, received, repr(error)
    return status, received, ""


def by_httpx(address, headers, body):
    import httpx2 as httpx

    received = b""
    status = 0
    try:
        with httpx.stream("POST", address, headers=headers, content=body) as answer:
            status = answer.status_code
            for piece in answer.iter_bytes():
                received += piece
    except Exception as error:
        return status, received, repr(error)
    return status, received, ""


def by_requests(address, headers, body):
    import requests

    received = b""
    status = 0
    try:
        with requests.post(address, body, headers=headers, stream=True) as answer:
            status = answer.status_code
            for piece in answer.iter_content(None):
                received += piece
    except Exception as error:
        return status, received, repr(error)
    return status, received, ""


call = {"httpx": by_httpx, "requests": by_requests, "urllib": by_urllib}[sys.argv[1]]
base, key = sys.stdin.readline().rstrip("\n").split("\t")
for line in sys.stdin:
    name, path, body = line.rstrip("\n").split("\t")
    headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
    status, received, error = call(base + path, headers, body.encode())
    print("\t".join([name, str(status), received.hex(), " ".join(error.split())]))
