/**
 * Commands for operators, beside a running server or without one:
 *   npm run admin -- agreements|approvals|audit|clients|keys|… (`adminHelp` lists all)
 */
import { runAdmin } from './run-admin.ts';

process.exitCode = await runAdmin(process.argv.slice(2), process.env);
