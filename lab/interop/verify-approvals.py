"""Checks what members of staff have signed with python3-fido2. One case a line of standard input, one verdict a line."""

import hashlib
import json
import sys

from fido2 import cbor
from fido2.client import ClientData
from fido2.cose import CoseKey
from fido2.ctap2 import AttestedCredentialData, AuthenticatorData
from fido2.server import Fido2Server
from fido2.utils import websafe_decode, websafe_encode


def verdict(case):
    kept = json.loads(case["kept"])
    text = kept["text"]
    said = json.loads(text)
    for part in case["parts"]:
        if part not in said:
            return f"refused: the signed text does not name {part}"
    key = CoseKey.parse(cbor.decode(websafe_decode(case["publicKey"])))
    stored = AttestedCredentialData.create(b"\0" * 16, websafe_decode(case["credentialId"]), key)
    response = kept["credential"]["response"]
    # Its own rule for the origin: within the domain of the passkey.
    Fido2Server({"id": case["rpId"], "name": "desk"}).authenticate_complete(
        {"challenge": websafe_encode(hashlib.sha256(text.encode()).digest()), "user_verification": "required"},
        [stored],
        websafe_decode(kept["credential"]["id"]),
        ClientData(websafe_decode(response["clientDataJSON"])),
        AuthenticatorData(websafe_decode(response["authenticatorData"])),
        websafe_decode(response["signature"]),
    )
    return "accepted"


for line in sys.stdin:
    try:
        print(verdict(json.loads(line)))
    except Exception as error:
        print(f"refused: {error}")
