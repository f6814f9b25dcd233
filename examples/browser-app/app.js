/**
 * An app in the browser, without a server of its own: oidc-client-ts does the code flow with PKCE, binds the tokens to a
 * key that cannot leave this browser (RFC 9449), and renews them without asking.
 */
import { IndexedDbDPoPStore, UserManager, WebStorageStateStore } from 'oidc-client-ts';

const manager = new UserManager({
  authority: 'http://localhost:3000',
  client_id: 'cedar-demo',
  redirect_uri: `${location.origin}/callback`,
  post_logout_redirect_uri: `${location.origin}/`,
  scope: 'openid profile',
  dpop: { store: new IndexedDbDPoPStore() },
  // The next page of this tab is still signed in.
  userStore: new WebStorageStateStore({ store: sessionStorage }),
});

if (location.pathname === '/callback') {
  // The answer leaves the address at once.
  await manager.signinCallback().catch(say);
  history.replaceState(null, '', '/');
}

await show();

on('sign-in', () => manager.signinRedirect());
on('renew', () => manager.signinSilent().then(show));
on('sign-out', () => manager.signoutRedirect());

async function show() {
  const user = await manager.getUser();
  for (const part of document.querySelectorAll('[data-for]')) part.hidden = (part.dataset.for === 'person') !== (user !== null);
  if (user === null) return;
  document.querySelector('#name').textContent = await nameOf(user);
  document.querySelector('#until').textContent = new Date(user.expires_at * 1000).toISOString();
}

/** The name comes from userinfo, which wants a proof of the key as well. */
async function nameOf(user) {
  const url = await manager.metadataService.getUserInfoEndpoint();
  const proof = await manager.dpopProof(url, user, 'GET');
  const answer = await fetch(url, { headers: { authorization: `DPoP ${user.access_token}`, dpop: proof } });
  const { name } = answer.ok ? await answer.json() : {};
  return name ?? user.profile.sub;
}

function on(id, act) {
  document.querySelector(`#${id}`).addEventListener('click', () => act().catch(say));
}

function say(error) {
  document.querySelector('#said').textContent = error.message;
}
