/** The pages of the example. */

/** The provider's claims about the signed-in person; absent for a visitor. */
export function homePage(info: Readonly<Record<string, unknown>> | undefined): string {
  if (info === undefined) {
    return page({
      title: 'Cedar Notes',
      body: '<p>A small app whose people sign in with their account.</p><p><a class="button" href="/sign-in">Sign in</a></p>',
    });
  }
  const rows = Object.entries(info).map(([name, value]) => `<dt>${escape(name)}</dt><dd>${escape(textOf(value))}</dd>`);
  const name = textOf(info['nickname'] ?? info['sub']);
  return page({
    title: `Hello, ${name}`,
    body: `${portrait(name, info['picture'])}
      <p>This is what the account center says about you:</p>
      <dl>${rows.join('')}</dl>
      <div class="actions">
        <form method="post" action="/refresh"><button>Refresh</button></form>
        <form method="post" action="/sign-out"><button>Sign out</button></form>
      </div>`,
  });
}

export function messagePage({ title, text }: { readonly title: string; readonly text: string }): string {
  return page({ title, body: `<p>${escape(text)}</p><p><a class="button" href="/">Start page</a></p>` });
}

/** The person's picture, or the first letter of the name. */
function portrait(name: string, picture: unknown): string {
  if (typeof picture === 'string') return `<img class="portrait" src="${escape(picture)}" alt="" width="72" height="72">`;
  return `<div class="portrait" aria-hidden="true">${escape(/./su.exec(name)?.[0] ?? '')}</div>`;
}

const style = `
  :root { color-scheme: light dark; --line: light-dark(#dfe4ea, #2f3a33); --green: light-dark(#1f6f4a, #2b8a5e); }
  * { box-sizing: border-box; }
  body { margin: 0; padding: 48px 16px; background: light-dark(#f3f7f4, #0d1310); color: light-dark(#17211b, #e7efe9);
    font: 16px/1.6 system-ui, -apple-system, 'Segoe UI', 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif; }
  main { max-width: 520px; margin: 0 auto; padding: 32px; border: 1px solid var(--line); border-radius: 16px; background: light-dark(#fff, #151d18); }
  h1 { margin: 0 0 16px; font-size: 26px; line-height: 1.3; overflow-wrap: anywhere; }
  .portrait { display: grid; place-items: center; width: 72px; height: 72px; border-radius: 50%; object-fit: cover;
    background: var(--green); color: #fff; font-size: 30px; }
  dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 16px; margin: 16px 0 24px; font-size: 14px; }
  dt { color: light-dark(#4d5c53, #a9b7ae); }
  dd { margin: 0; overflow-wrap: anywhere; }
  .actions { display: flex; gap: 12px; }
  button, .button { display: inline-block; padding: 10px 24px; border: 1px solid var(--green); border-radius: 10px; background: none;
    color: inherit; font: inherit; text-decoration: none; cursor: pointer; }
  .button { background: var(--green); color: #fff; }
`;

function page({ title, body }: { readonly title: string; readonly body: string }): string {
  return `<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <link rel="icon" href="data:,">
  <title>${escape(title)}</title>
  <style>${style}</style>
  <main>
    <h1>${escape(title)}</h1>
    ${body}
  </main>
</html>`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0) ?? 0};`);
}
