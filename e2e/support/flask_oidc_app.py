"""A Flask app with Flask-OIDC's quick start. The settings are those that the Developer Center shows."""

import os
import sys
import tempfile

from flask import Flask, session
from flask_oidc import OpenIDConnect
from markupsafe import escape

secrets = os.path.join(tempfile.mkdtemp(), "client_secrets.json")
with open(secrets, "w", encoding="utf-8") as file:
    file.write(os.environ["SETTINGS"].replace("the secret", os.environ["CLIENT_SECRET"]))

app = Flask(__name__)
app.config.update(
    SECRET_KEY=os.urandom(24), OIDC_CLIENT_SECRETS=secrets, OIDC_SCOPES="openid profile email", OIDC_CLOCK_SKEW=5
)
oidc = OpenIDConnect(app)


@app.route("/")
@oidc.require_login
def home():
    return f"<title>Flask-OIDC</title><h1>Hello {escape(session['oidc_auth_profile'].get('email', 'nobody'))}</h1>"


app.run(port=int(sys.argv[1]))
