import Type from 'typebox';
import { listCrashReports, readCrashReport } from '../../platform/processes/crash-report-files.js';
import { validator } from '../../protocol/schema.js';
import { stackPlaces } from './stack-places.js';

const reportValidator = validator(
  Type.Object({
    time: Type.String(),
    version: Type.String(),
    node: Type.String(),
    platform: Type.String(),
    uptime_seconds: Type.Number(),
    origin: Type.String(),
    error: Type.Object({
      name: Type.String(),
      message: Type.Optional(Type.String()),
      stack: Type.Optional(Type.String()),
    }),
  }),
);

/** The crash reports of a home without the messages of errors, which can quote what was sent. */
export async function readBundledCrashes(home: string): Promise<unknown[]> {
  const paths = await listCrashReports(home);
  return Promise.all(
    paths.map(async (path) => {
      const report = await readCrashReport(path);
      if (!reportValidator.is(report)) return 'a damaged report';
      const { error, time, version, node, platform, uptime_seconds, origin } = report;
      const error_places = stackPlaces(error.stack ?? '', error.message);
      return { time, version, node, platform, uptime_seconds, origin, error: error.name, error_places };
    }),
  );
}
