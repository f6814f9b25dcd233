"""Checks exports of the trail with Python's cryptography, zipfile and hashlib. One case a line, one verdict a line."""

import base64
import hashlib
import io
import json
import sys
import zipfile

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature


def decoded(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def number(text):
    return int.from_bytes(decoded(text), "big")


def public_key(keys, kid):
    (key,) = [each for each in keys if each["kid"] == kid]
    assert (key["kty"], key["crv"]) == ("EC", "P-256"), "another kind of key"
    return ec.EllipticCurvePublicNumbers(number(key["x"]), number(key["y"]), ec.SECP256R1()).public_key()


def verdict(case):
    with zipfile.ZipFile(io.BytesIO(base64.b64decode(case["file"]))) as archive:
        assert archive.testzip() is None, "a damaged file"
        trail, manifest, jws = [archive.read(name) for name in ("trail.jsonl", "manifest.json", "manifest.jws")]
    head, content, signature = jws.decode().strip().split(".")
    assert content == "", "the content is not beside the signature"
    header = json.loads(decoded(head))
    assert header["alg"] == "ES256", "another algorithm"
    signed = f"{head}.{base64.urlsafe_b64encode(manifest).decode().rstrip('=')}".encode()
    raw = decoded(signature)
    assert len(raw) == 64, "another length of the signature"
    der = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public_key(case["keys"], header["kid"]).verify(der, signed, ec.ECDSA(hashes.SHA256()))
    said = json.loads(manifest)
    assert said["kind"] == "audit-export", "another kind of file"
    assert said["sha256"] == hashlib.sha256(trail).hexdigest(), "the trail is not the signed one"
    lines = trail.decode().splitlines()
    assert (said["rows"], said["bytes"]) == (len(lines), len(trail)), "the lengths differ"
    for line in lines:
        json.loads(line)
    return "accepted"


for line in sys.stdin:
    try:
        print(verdict(json.loads(line)))
    except Exception as error:
        print(f"refused: {type(error).__name__} {error}")
