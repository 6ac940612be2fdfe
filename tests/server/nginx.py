"""A real nginx before several servers."""

import os
import shutil
import socket
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from string import Template

from tests.patience import HANG, looks
from tests.ports import free_port

CONFIGURATION = Template("""
$user
daemon off;
worker_processes 1;
pid $folder/nginx.pid;
error_log $folder/error.log;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path $folder/body;
  proxy_temp_path $folder/proxy;
  fastcgi_temp_path $folder/fastcgi;
  uwsgi_temp_path $folder/uwsgi;
  scgi_temp_path $folder/scgi;
  map $$http_upgrade $$connection_upgrade { default upgrade; '' close; }
  upstream house {
$servers
  }
  server {
    listen 127.0.0.1:$port;
    location / {
      proxy_pass http://house;
      proxy_http_version 1.1;
      proxy_set_header Host $$http_host;
      proxy_set_header X-Forwarded-For $$proxy_add_x_forwarded_for;
      proxy_set_header Upgrade $$http_upgrade;
      proxy_set_header Connection $$connection_upgrade;
      proxy_connect_timeout 2s;
      proxy_read_timeout 25s;
      proxy_next_upstream error timeout;
    }
  }
}
""")


def program() -> str | None:
    return shutil.which("nginx") or next((p for p in ("/usr/sbin/nginx",) if os.access(p, os.X_OK)), None)


@contextmanager
def nginx(folder: Path, ports: Sequence[int]) -> Iterator[str]:
    """An nginx that shares requests among servers; gives its address."""
    found = program()
    assert found is not None
    port = free_port()
    folder.mkdir(parents=True)
    servers = "\n".join(f"    server 127.0.0.1:{one} max_fails=1 fail_timeout=2s;" for one in ports)
    user = "user root;" if os.geteuid() == 0 else ""
    (folder / "nginx.conf").write_text(
        CONFIGURATION.substitute(user=user, folder=folder, servers=servers, port=port)
    )
    running = subprocess.Popen(
        [found, "-p", str(folder), "-c", str(folder / "nginx.conf")], stderr=subprocess.DEVNULL
    )
    for _ in looks("nginx"):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                break
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        running.terminate()
        running.wait(HANG)
