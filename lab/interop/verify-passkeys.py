"""Verifies stored passkeys and their sign-ins with python3-fido2. One case a line of standard input, one verdict a line."""

import json
import sys

from fido2 import cbor
from fido2.client import ClientData
from fido2.cose import CoseKey
from fido2.ctap2 import AttestationObject, AttestedCredentialData, AuthenticatorData
from fido2.server import Fido2Server
from fido2.utils import websafe_decode


def verdict(case):
    server = Fido2Server({"id": case["rpId"], "name": "trial"})
    registered = server.register_complete(
        {"challenge": case["registration"]["challenge"], "user_verification": "required"},
        ClientData(websafe_decode(case["registration"]["clientDataJSON"])),
        AttestationObject(websafe_decode(case["registration"]["attestationObject"])),
    ).credential_data
    key = CoseKey.parse(cbor.decode(websafe_decode(case["publicKey"])))
    stored = AttestedCredentialData.create(b"\0" * 16, websafe_decode(case["credentialId"]), key)
    if stored.credential_id != registered.credential_id or stored.public_key != registered.public_key:
        return "the stored key is not the registered one"
    server.authenticate_complete(
        {"challenge": case["assertion"]["challenge"], "user_verification": "required"},
        [stored],
        stored.credential_id,
        ClientData(websafe_decode(case["assertion"]["clientDataJSON"])),
        AuthenticatorData(websafe_decode(case["assertion"]["authenticatorData"])),
        websafe_decode(case["assertion"]["signature"]),
    )
    return "accepted"


for line in sys.stdin:
    try:
        print(verdict(json.loads(line)))
    except Exception as error:
        print(f"refused: {error}")
