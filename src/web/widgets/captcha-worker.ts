// The library's own worker for PBKDF2 imports `node:crypto`: this is the same with its WebCrypto function.
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { handler } from 'altcha-lib/workers/shared';

handler({ deriveKey });
