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
  // The name of the person comes from userinfo.
  loadUserInfo: true,
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
  document.querySelector('#name').textContent = user.profile.name ?? user.profile.sub;
  document.querySelector('#until').textContent = new Date(user.expires_at * 1000).toISOString();
}

function on(id, act) {
  document.querySelector(`#${id}`).addEventListener('click', () => act().catch(say));
}

function say(error) {
  document.querySelector('#said').textContent = error.message;
}
