import type { Catalogue } from '#messages/catalogue.ts';
import { answers, changes } from './mail-changes.ts';
import { chrome } from './chrome.ts';
import { controls } from './controls.ts';
import { deskErrors } from './desk-errors.ts';
import { errors, timedErrors } from './errors.ts';
import { legal } from './legal.ts';
import { mail, smsTexts } from './mail.ts';
import { embedded } from './embedded.ts';
import { oldBrowser } from './old-browser.ts';
import { scopes } from './scopes.ts';
import { waits, wayJoin, ways } from './ways.ts';

/** The server's texts. */
export const catalogue: Catalogue = {
  chrome,
  controls,
  errors,
  deskErrors,
  timedErrors,
  legal,
  mail: { ...mail, changes, answers },
  embedded,
  oldBrowser,
  sms: smsTexts,
  scopes,
  ways,
  wayJoin,
  waits,
};
