// An app with the quick start of go-oidc: discovery, the code flow of x/oauth2, the ID token and userinfo.
package main

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"html"
	"log"
	"net/http"
	"os"

	"github.com/coreos/go-oidc"
	"golang.org/x/oauth2"
)

func random() string {
	bytes := make([]byte, 16)
	if _, err := rand.Read(bytes); err != nil {
		log.Fatal(err)
	}
	return base64.RawURLEncoding.EncodeToString(bytes)
}

func main() {
	ctx := context.Background()
	address := "127.0.0.1:" + os.Args[1]
	provider, err := oidc.NewProvider(ctx, os.Getenv("ISSUER"))
	if err != nil {
		log.Fatal(err)
	}
	verifier := provider.Verifier(&oidc.Config{ClientID: os.Getenv("CLIENT_ID")})
	config := oauth2.Config{
		ClientID:     os.Getenv("CLIENT_ID"),
		ClientSecret: os.Getenv("CLIENT_SECRET"),
		Endpoint:     provider.Endpoint(),
		RedirectURL:  "http://" + address + "/callback",
		Scopes:       []string{oidc.ScopeOpenID, "profile", "email"},
	}
	state, nonce := random(), random()

	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, config.AuthCodeURL(state, oidc.Nonce(nonce)), http.StatusFound)
	})
	http.HandleFunc("/callback", func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Get("state") != state {
			http.Error(w, "another state", http.StatusBadRequest)
			return
		}
		token, err := config.Exchange(ctx, r.URL.Query().Get("code"))
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		raw, _ := token.Extra("id_token").(string)
		signed, err := verifier.Verify(ctx, raw)
		if err != nil || signed.Nonce != nonce {
			http.Error(w, "no ID token of this sign-in", http.StatusInternalServerError)
			return
		}
		person, err := provider.UserInfo(ctx, oauth2.StaticTokenSource(token))
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		var claims struct {
			Name string `json:"name"`
		}
		if err := person.Claims(&claims); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		fmt.Fprintf(w, "<!doctype html><title>go-oidc</title><h1>Hello %s</h1><p>%s %s</p>",
			html.EscapeString(claims.Name), signed.Subject, person.Subject)
	})
	log.Printf("listening on %s", address)
	log.Fatal(http.ListenAndServe(address, nil))
}
