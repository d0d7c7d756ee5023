"""Receives status callbacks on loopback."""

import queue
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import parse_qsl


class Receiver:
    """A server on a free port. `address` is its URL; `next()` waits for a callback and returns the fields of its form."""

    def __init__(self):
        forms = self.forms = queue.Queue()

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"])).decode()
                kind = self.headers.get_content_type()
                forms.put(dict(parse_qsl(body, strict_parsing=True)) if kind == "application/x-www-form-urlencoded" else kind)
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}/order-status"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def next(self):
        return self.forms.get(timeout=30)
