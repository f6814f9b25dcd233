"""A Flask app with Authlib's quick start. The settings are those that the Developer Center shows."""

import os
import sys

from authlib.integrations.flask_client import OAuth
from flask import Flask, url_for
from markupsafe import escape

app = Flask(__name__)
app.secret_key = os.urandom(24)
oauth = OAuth(app)
exec(os.environ["SETTINGS"])


@app.route("/")
def sign_in():
    return oauth.account.authorize_redirect(url_for("callback", _external=True))


@app.route("/callback")
def callback():
    token = oauth.account.authorize_access_token()
    person = oauth.account.userinfo(token=token)
    signed = token["userinfo"]
    return f"<title>Authlib</title><h1>Hello {escape(person['name'])}</h1><p>{signed['sub']} {person['sub']}</p>"


app.run(port=int(sys.argv[1]))
