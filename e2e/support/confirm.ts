import { expect, type Locator, type Page } from '@playwright/test';
import type { Translate } from './texts.ts';

/** The question who is there, over the page that asks it. */
export function confirmDialog(page: Page, t: Translate): Locator {
  return page.getByRole('dialog', { name: t('vf.h') });
}

/** Takes a way from the list, unless the question has opened with it. */
export async function confirmBy(place: Locator, t: Translate, way: 'vf.byPassword' | 'pk.one'): Promise<void> {
  const other = place.getByRole('button', { name: t('vf.other') });
  const field = way === 'pk.one' ? place.getByRole('button', { name: t('pk.signIn') }) : place.locator('input[name=password]');
  await expect(field.or(other).first()).toBeVisible();
  if (await field.isVisible()) return;
  await other.click();
  await place.getByRole('button', { name: t(way), exact: true }).click();
}
