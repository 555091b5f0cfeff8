"""Signed anchors, verified by other libraries than the one that made them.

The files are what the Rust tests of `packages/receipt` record with a key that everybody knows.
"""

from __future__ import annotations

import base64
import hashlib
import json
from typing import Any

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    PublicFormat,
    load_pem_private_key,
    load_pem_public_key,
)
from fixtures import ROOT, unique
from securesystemslib.dsse import Envelope
from securesystemslib.exceptions import VerificationError
from securesystemslib.signer import CryptoSigner, SSlibKey

FOLDER = ROOT / "packages" / "receipt" / "tests" / "envelopes"
ANCHORS = (FOLDER / "anchors.jsonl").read_text("utf-8").splitlines()


def public_key() -> Ed25519PublicKey:
    key = load_pem_public_key((FOLDER / "test_key.pub").read_bytes())
    assert isinstance(key, Ed25519PublicKey)
    return key


def key_id() -> str:
    spki = public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return "sha256:" + hashlib.sha256(spki).hexdigest()


def envelope(line: str) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(line, object_pairs_hook=unique)
    return loaded


def test_there_are_anchors() -> None:
    assert len(ANCHORS) == 2


@pytest.mark.parametrize("line", ANCHORS)
def test_cryptography_verifies_what_the_command_signs(line: str) -> None:
    read = envelope(line)
    assert list(read) == ["payloadType", "payload", "signatures"]
    kind, payload = read["payloadType"].encode(), base64.b64decode(read["payload"], validate=True)
    message = b"DSSEv1 %d %b %d %b" % (len(kind), kind, len(payload), payload)
    (signature,) = read["signatures"]
    assert signature["keyid"] == key_id()
    sig = base64.b64decode(signature["sig"], validate=True)
    public_key().verify(sig, message)
    with pytest.raises(InvalidSignature):
        public_key().verify(sig, message + b" ")


@pytest.mark.parametrize("line", ANCHORS)
def test_securesystemslib_verifies_what_the_command_signs(line: str) -> None:
    read = Envelope.from_dict(envelope(line))
    key = SSlibKey.from_crypto(public_key(), keyid=key_id())
    assert list(read.verify([key], threshold=1)) == [key_id()]
    read.payload += b" "
    with pytest.raises(VerificationError):
        read.verify([key], threshold=1)


def test_each_anchor_names_the_payload_of_the_one_before_it() -> None:
    payloads = [base64.b64decode(envelope(line)["payload"], validate=True) for line in ANCHORS]
    statements = [json.loads(payload, object_pairs_hook=unique) for payload in payloads]
    for statement in statements:
        assert statement["_type"] == "https://in-toto.io/Statement/v1"
        assert statement["predicateType"] == "https://aana.dev/attestations/audit-anchor/v1"
        (subject,) = statement["subject"]
        assert subject["digest"] == statement["predicate"]["head"]["digest"]
    first, second = (statement["predicate"] for statement in statements)
    assert (first["anchor"], first["previous"], second["anchor"]) == (1, None, 2)
    assert second["previous"] == {"sha256": hashlib.sha256(payloads[0]).hexdigest()}


def test_what_the_rust_tests_take_is_what_securesystemslib_signs() -> None:
    recorded = envelope((FOLDER / "by_securesystemslib.json").read_text("utf-8"))
    private = load_pem_private_key((FOLDER / "test_key.private").read_bytes(), None)
    assert isinstance(private, Ed25519PrivateKey)
    key = SSlibKey.from_crypto(private.public_key(), keyid=key_id())
    payload = base64.b64decode(envelope(ANCHORS[0])["payload"], validate=True)
    fresh = Envelope(payload, "application/vnd.in-toto+json", {})
    fresh.sign(CryptoSigner(private, key))
    assert fresh.to_dict() == recorded
