/** The two pages of the example. */

/** The provider's claims about the signed-in person; absent for a visitor. */
export function homePage(info: Readonly<Record<string, unknown>> | undefined): string {
  if (info === undefined) return page({ title: 'Cedar Notes', body: '<p><a href="/sign-in">Sign in</a></p>' });
  const rows = Object.entries(info).map(([name, value]) => `<dt>${escape(name)}</dt><dd>${escape(textOf(value))}</dd>`);
  return page({
    title: `Hello, ${textOf(info['nickname'] ?? info['sub'])}`,
    body: `<dl>${rows.join('')}</dl>
      <form method="post" action="/refresh"><button>Refresh</button></form>
      <form method="post" action="/sign-out"><button>Sign out</button></form>`,
  });
}

export function messagePage({ title, text }: { readonly title: string; readonly text: string }): string {
  return page({ title, body: `<p>${escape(text)}</p><p><a href="/">Start page</a></p>` });
}

function page({ title, body }: { readonly title: string; readonly body: string }): string {
  return `<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <link rel="icon" href="data:,">
  <title>${escape(title)}</title>
  <h1>${escape(title)}</h1>
  ${body}
</html>`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0) ?? 0};`);
}
