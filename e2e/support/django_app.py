"""One Django project for three libraries, each by its own quick start. The settings are those that the Developer Center shows."""

import os
import sys
import tempfile

import django
from django.conf import settings
from django.core.management import call_command
from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.urls import include, path
from django.utils.html import escape
from django.views.decorators.csrf import ensure_csrf_cookie

library, port = os.environ["LIBRARY"], sys.argv[1]
shown = {"os": os}
exec(os.environ["SETTINGS"], shown)

parts = {
    "allauth": {
        "apps": ["allauth", "allauth.account", "allauth.socialaccount", "allauth.socialaccount.providers.openid_connect"],
        "middleware": ["allauth.account.middleware.AccountMiddleware"],
        "backends": ["allauth.account.auth_backends.AuthenticationBackend"],
        "urls": lambda: [path("accounts/", include("allauth.urls"))],
        "more": {"SOCIALACCOUNT_LOGIN_ON_GET": True, "LOGIN_REDIRECT_URL": "/"},
    },
    "mozillaDjango": {
        "apps": ["mozilla_django_oidc"],
        "middleware": [],
        "backends": ["mozilla_django_oidc.auth.OIDCAuthenticationBackend"],
        "urls": lambda: [path("oidc/", include("mozilla_django_oidc.urls"))],
        "more": {"LOGIN_REDIRECT_URL": "/"},
    },
    "socialAuth": {
        "apps": ["social_django"],
        "middleware": [],
        "backends": ["social_core.backends.open_id_connect.OpenIdConnectAuth"],
        "urls": lambda: [path("", include("social_django.urls", namespace="social"))],
        "more": {"LOGIN_REDIRECT_URL": "/", "SOCIAL_AUTH_URL_NAMESPACE": "social"},
    },
}
part = parts[library]

settings.configure(
    **{
        "DEBUG": True,
        "SECRET_KEY": "only for this test",
        "ALLOWED_HOSTS": ["*"],
        "ROOT_URLCONF": __name__,
        "DATABASES": {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": os.path.join(tempfile.mkdtemp(), "db")}},
        "INSTALLED_APPS": [
            "django.contrib.auth",
            "django.contrib.contenttypes",
            "django.contrib.sessions",
            "django.contrib.messages",
            *part["apps"],
        ],
        "MIDDLEWARE": [
            "django.contrib.sessions.middleware.SessionMiddleware",
            "django.contrib.auth.middleware.AuthenticationMiddleware",
            "django.contrib.messages.middleware.MessageMiddleware",
            *part["middleware"],
        ],
        "TEMPLATES": [
            {
                "BACKEND": "django.template.backends.django.DjangoTemplates",
                "APP_DIRS": True,
                "OPTIONS": {
                    "context_processors": [
                        "django.template.context_processors.request",
                        "django.contrib.auth.context_processors.auth",
                        "django.contrib.messages.context_processors.messages",
                    ]
                },
            }
        ],
        "AUTHENTICATION_BACKENDS": part["backends"],
        "DEFAULT_AUTO_FIELD": "django.db.models.BigAutoField",
        **part["more"],
        **{name: value for name, value in shown.items() if name.isupper()},
    }
)
django.setup()


def home(request):
    person = request.user
    name = person.email if person.is_authenticated else "nobody"
    return HttpResponse(f"<title>Django</title><h1>Hello {escape(name)}</h1>")


@ensure_csrf_cookie
def begin(request):
    token = f'<input type="hidden" name="csrfmiddlewaretoken" value="{get_token(request)}">'
    return HttpResponse(f'<title>Django</title><form method="post" action="/login/oidc/">{token}<button>Sign in</button></form>')


urlpatterns = [path("", home), path("begin", begin), *part["urls"]()]
call_command("migrate", verbosity=0)
call_command("runserver", f"127.0.0.1:{port}", use_reloader=False)
