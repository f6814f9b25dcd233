import { languages } from '#contract/vocabulary/languages.ts';
import { sampleConfig } from './sample-config.ts';
import { fakeApi } from './fake-api.ts';
import { scenarios } from './scenarios.ts';

const kept = 'fake-scenario';
const asked = new URLSearchParams(location.search).get('scenario');
if (asked !== null) localStorage.setItem(kept, asked);
const name = localStorage.getItem(kept) ?? 'full';
const scenario = scenarios[name];
if (scenario === undefined) throw new Error(`There is no scenario ${name}; there are ${Object.keys(scenarios).join(', ')}.`);

const language = languages.find((each) => document.cookie.includes(`lang=${each}`)) ?? 'en_US';
document.cookie = 'csrf=fake; path=/';
const real = window.fetch.bind(window);
const api = fakeApi({ language, replies: scenario(language) });
window.fetch = (input, init) => {
  const { pathname } = new URL(input instanceof Request ? input.url : input, location.origin);
  return pathname.startsWith('/api/') ? api.fetch(input, init) : real(input, init);
};

const island = document.createElement('script');
island.type = 'application/json';
island.id = 'config';
island.textContent = JSON.stringify(sampleConfig);
document.head.append(island);
// After the API is in place, because the application makes calls as soon as it runs.
await import('#web/app/entry-client.tsx');
