import type { RenderPage } from '#server/capabilities/apps/openid/provider.ts';
import { pageHeaders } from '#server/platform/http/security-headers.ts';
import type { FileSources } from '#server/app/file-sources.ts';
import { readWebBuild } from './web-build.ts';
import { WebPages } from './web-pages.ts';
import type { ClientConfig } from './web-renderer.ts';

/**
 * Pages with data from the server: the web application's page for the path, with JSON in `#route-data`. Without a
 * build, only the data.
 */
export function createDataPages({
  clientConfig,
  files,
  dist,
}: {
  readonly clientConfig: ClientConfig;
  readonly files: FileSources;
  readonly dist?: string;
}): RenderPage {
  const build = readWebBuild(dist);
  const pages = build === undefined ? undefined : new WebPages(build, { clientConfig, files });
  return async ({ path, language, data }) => {
    const json = JSON.stringify(data).replaceAll('<', '\\u003c');
    const island = `<script type="application/json" id="route-data">${json}</script>`;
    if (pages === undefined) {
      const contentSecurityPolicy = pageHeaders(false)['content-security-policy'] ?? '';
      return { html: `<!doctype html><title>Not built</title>${island}`, contentSecurityPolicy };
    }
    const { key } = (await pages.renderer()).pageInfo(path);
    const { content, policyWith } = await pages.page(key, { language, vendor: false });
    return { html: content.text().replace('</body>', () => `${island}</body>`), contentSecurityPolicy: policyWith(undefined) };
  };
}
