// Writes .oxlintrc.json from the table in rules.ts: npm run boundaries
import { writeFileSync } from 'node:fs';
import { oxlintConfigText } from './config.ts';

writeFileSync(new URL('../../.oxlintrc.json', import.meta.url), oxlintConfigText());
