"""A Flask app with the quick start of requests-oauthlib: id, secret and the addresses of the endpoints."""

import os
import sys

from flask import Flask, redirect, request, session, url_for
from markupsafe import escape
from requests_oauthlib import OAuth2Session

app = Flask(__name__)
app.secret_key = os.urandom(24)
issuer = os.environ["ISSUER"]
client_id = os.environ["CLIENT_ID"]
scope = ["openid", "profile", "email"]


@app.route("/")
def sign_in():
    client = OAuth2Session(client_id, scope=scope, redirect_uri=url_for("callback", _external=True))
    address, session["state"] = client.authorization_url(f"{issuer}/oidc/auth")
    return redirect(address)


@app.route("/callback")
def callback():
    client = OAuth2Session(client_id, state=session["state"], redirect_uri=url_for("callback", _external=True))
    client.fetch_token(f"{issuer}/oidc/token", client_secret=os.environ["CLIENT_SECRET"], authorization_response=request.url)
    person = client.get(f"{issuer}/oidc/me").json()
    return f"<title>requests-oauthlib</title><h1>Hello {escape(person['name'])}</h1><p>{escape(person['email'])}</p>"


app.run(port=int(sys.argv[1]))
