# A Sinatra app with the quick start of omniauth_openid_connect.
require 'cgi'
require 'omniauth_openid_connect'
require 'sinatra/base'

# The discovery of the library is for https alone; this provider is on the machine of the test.
SWD.url_builder = URI::HTTP

class App < Sinatra::Base
  set :environment, :production
  set :bind, '127.0.0.1'
  set :port, Integer(ARGV.fetch(0))
  set :server, :puma
  set :sessions, true

  use OmniAuth::Builder do
    provider :openid_connect,
             name: :account,
             scope: %i[openid profile email],
             response_type: :code,
             issuer: ENV.fetch('ISSUER'),
             discovery: true,
             client_options: {
               identifier: ENV.fetch('CLIENT_ID'),
               secret: ENV.fetch('CLIENT_SECRET'),
               redirect_uri: "http://127.0.0.1:#{ARGV.fetch(0)}/auth/account/callback"
             }
  end

  get '/' do
    token = Rack::Protection::AuthenticityToken.token(session)
    "<!doctype html><title>OmniAuth</title><form method=post action=/auth/account>" \
      "<input type=hidden name=authenticity_token value='#{token}'><button>Sign in</button></form>"
  end

  get '/auth/account/callback' do
    person = request.env['omniauth.auth']
    "<!doctype html><title>OmniAuth</title><h1>Hello #{CGI.escapeHTML(person.info.name)}</h1>" \
      "<p>#{CGI.escapeHTML(person.info.email)}</p>"
  end

  get('/auth/failure') { CGI.escapeHTML(params[:message].to_s) }
end

App.run!
