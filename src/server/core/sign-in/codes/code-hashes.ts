import type { Keyring } from '#server/platform/crypto/keyring.ts';
import type { CodeBinding, CodeChannel } from './code-policy.ts';
import type { StoredCodeBinding } from './codes.repository.ts';

/** Stored hashes of a code, its target and its binding. */
export function codeHashes(keyring: Keyring) {
  function targetHashesOf(channel: CodeChannel, target: string): readonly [string, ...string[]] {
    return keyring.macs('code-target', channel, target);
  }

  function stored({ scene, channel, target, holder }: CodeBinding): StoredCodeBinding {
    return { scene, channel, targetHashes: targetHashesOf(channel, target), holder };
  }

  /** The same on all instances, so that counters and locks agree whatever their current root key is. */
  function steadyHashOf({ channel, target }: CodeBinding): string {
    return keyring.steadyMac('code-target', channel, target);
  }

  function hashesOf(binding: CodeBinding, code: string): readonly [string, ...string[]] {
    return keyring.macs('code', binding.scene, binding.channel, binding.target, binding.holder, code);
  }

  return { targetHashesOf, stored, steadyHashOf, hashesOf };
}
