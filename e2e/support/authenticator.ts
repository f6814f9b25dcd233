import type { CDPSession, Page } from '@playwright/test';
import { confirmBy } from './confirm.ts';
import { expect } from './fixtures.ts';
import { hydrated } from './hydration.ts';
import type { Translate } from './texts.ts';

/** The browser's own authenticator, as the DevTools protocol offers it. */
export interface VirtualAuthenticator {
  /** Whether it answers at once, as a person who touches it. */
  touches(isTouched: boolean): Promise<void>;
  /** Ids of what the page's signals have removed and renamed, as the password manager did. */
  readonly told: { readonly deleted: string[]; readonly updated: string[] };
  /** How many passkeys it holds. */
  count(): Promise<number>;
}

/** A `key` is a security key: it lies apart from phone and computer, and its passkeys stay on it. */
export async function addAuthenticator(page: Page, kind: 'manager' | 'key' = 'manager'): Promise<VirtualAuthenticator> {
  const devtools: CDPSession = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: kind === 'key' ? 'usb' : 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      defaultBackupEligibility: kind === 'manager',
      defaultBackupState: kind === 'manager',
    },
  });
  const told = { deleted: [] as string[], updated: [] as string[] };
  devtools.on('WebAuthn.credentialDeleted', ({ credentialId }) => told.deleted.push(credentialId));
  devtools.on('WebAuthn.credentialUpdated', ({ credential }) => told.updated.push(credential.userDisplayName ?? ''));
  return {
    told,
    touches: async (enabled) => void (await devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })),
    count: async () => (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
  };
}

export interface Place {
  readonly page: Page;
  readonly t: Translate;
  readonly isMobile: boolean;
}

export async function openPasskeys({ page, t, isMobile }: Place): Promise<void> {
  await page.goto(isMobile ? '/mobile-passkeys' : '/pc-passkeys');
  await hydrated(page);
  await expect(page.getByRole('heading', { level: 1, name: t('pk.title') })).toBeVisible();
}

/** Adds a passkey after a proof by the password; the product names it. */
export async function addPasskey({ page, t }: Place, { password }: { readonly password: string }): Promise<void> {
  const rows = page.getByRole('main').getByRole('listitem');
  const before = await rows.count();
  await page.getByRole('button', { name: t('pk.add') }).click();
  const dialog = page.getByRole('dialog', { name: t('vf.h') });
  await confirmBy(dialog, t, 'vf.byPassword');
  await dialog.locator('input').fill(password);
  await dialog.locator('input').press('Enter');
  await expect(rows).toHaveCount(before + 1);
}

const proofOf = ({ page, t }: Pick<Place, 'page' | 't'>) => page.getByRole('dialog', { name: t('vf.h') });

/** Confirms by passkey: the only method, or the first of several. */
export async function confirm({ page, t }: Pick<Place, 'page' | 't'>): Promise<void> {
  const dialog = proofOf({ page, t });
  await confirmBy(dialog, t, 'pk.one');
  await dialog.getByRole('button', { name: t('pk.signIn') }).click();
}
