"""A real nginx before several servers, with the configuration that is shipped."""

import os
import re
import shutil
import socket
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from string import Template

from tests.patience import HANG, looks
from tests.ports import free_port

SHIPPED = Path(__file__).parents[2] / "hosting" / "nginx.conf"
MAIN = Template("""
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
  include $folder/ludotheque.conf;
}
""")
SERVERS = re.compile(r"(?:    server 127\.0\.0\.1:\d+(?P<options>[^;]*);\n)+")


def program() -> str | None:
    return shutil.which("nginx") or next((p for p in ("/usr/sbin/nginx",) if os.access(p, os.X_OK)), None)


def configuration(ports: Sequence[int], changes: Mapping[str, str]) -> str:
    """The shipped configuration for these servers, with texts that a host would change too."""
    shipped = SHIPPED.read_text(encoding="utf-8")
    found = SERVERS.search(shipped)
    assert found is not None
    listed = "".join(f"    server 127.0.0.1:{port}{found['options']};\n" for port in ports)
    shipped = shipped.replace(found[0], listed)
    for before, after in (("    listen [::]:80;\n", ""), ("    listen [::]:443 ssl http2;\n", "")):
        assert before in shipped, before
        shipped = shipped.replace(before, after)
    for before, after in changes.items():
        assert before in shipped, before
        shipped = shipped.replace(before, after)
    return shipped


@contextmanager
def running(folder: Path, configured: str, port: int) -> Iterator[None]:
    """An nginx with a configuration, which listens at a port."""
    found = program()
    assert found is not None
    folder.mkdir(parents=True, exist_ok=True)
    user = "user root;" if os.geteuid() == 0 else ""
    (folder / "ludotheque.conf").write_text(configured, encoding="utf-8")
    (folder / "nginx.conf").write_text(MAIN.substitute(user=user, folder=folder), encoding="utf-8")
    process = subprocess.Popen(
        [found, "-p", str(folder), "-c", str(folder / "nginx.conf")], stderr=subprocess.DEVNULL
    )
    try:
        for _ in looks("nginx"):
            assert process.poll() is None, (folder / "error.log").read_text(encoding="utf-8")
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
        yield
    finally:
        process.terminate()
        process.wait(HANG)


@contextmanager
def nginx(folder: Path, ports: Sequence[int]) -> Iterator[str]:
    """An nginx that shares requests among servers, without TLS; gives its address."""
    port, other = free_port(), free_port()
    changes = {
        "listen 80;": f"listen 127.0.0.1:{other};",
        "listen 443 ssl http2;": f"listen 127.0.0.1:{port};",
        "play.example.org": "localhost",
        "    ssl_certificate /etc/ssl/ludotheque/certificate.pem;\n": "",
        "    ssl_certificate_key /etc/ssl/ludotheque/key.pem;\n": "",
    }
    with running(folder, configuration(ports, changes), port):
        yield f"http://127.0.0.1:{port}"
