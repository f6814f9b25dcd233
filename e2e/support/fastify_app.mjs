/** A Fastify app with the quick start of @fastify/oauth2. The settings are those that the Developer Center shows. */
import { createRequire } from 'node:module';
import { runInThisContext } from 'node:vm';

const require = createRequire(`${process.env.PACKAGES}/`);
const fastify = require('fastify')();
const oauthPlugin = require('@fastify/oauth2');
runInThisContext(`(fastify, oauthPlugin) => {\n${process.env.SETTINGS}\n}`)(fastify, oauthPlugin);

fastify.get('/', (request, reply) => reply.redirect('/sign-in'));
fastify.get('/callback', async (request, reply) => {
  const { token } = await fastify.account.getAccessTokenFromAuthorizationCodeFlow(request);
  const { email } = await fastify.account.userinfo(token.access_token);
  reply.type('text/html').send(`<title>Fastify</title><h1>Hello ${email.replaceAll('<', '&lt;')}</h1>`);
});
const port = Number(process.argv[2]);
await fastify.listen({ host: '127.0.0.1', port });
console.log(`listens at :${port}`);
