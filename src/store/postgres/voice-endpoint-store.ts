import Type from 'typebox';
import { validator } from '../../protocol/schema.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { EndpointRegistration, RegisteredEndpoint, VoiceEndpointStore } from '../voice-endpoints.js';
import { checkRows } from './check-rows.js';
import type { ConnectionPool } from './connection-pool.js';

const REGISTER =
  'SELECT register_voice_endpoint($1, $2, $3, $4, $5, $6::integer, make_interval(secs => $7::double precision / 1000))';
const LIVE =
  'SELECT id, node, link, address FROM voice_endpoints WHERE until > clock_timestamp() ORDER BY id';
const CHOOSE = 'SELECT choose_voice_endpoint($1::bigint, $2) AS id';
const CHOSEN = `SELECT channel_id::text AS "channelId", endpoint_id AS id FROM voice_channels
  WHERE channel_id = ANY ($1::bigint[]) AND endpoint_id IS NOT NULL`;
const RELEASE = 'DELETE FROM voice_endpoints WHERE node = $1';

const liveRows = validator(
  Type.Array(
    Type.Object({ id: Type.String(), node: Type.String(), link: Type.String(), address: Type.String() }),
  ),
);
const chooseRows = validator(Type.Tuple([Type.Object({ id: Type.Union([Type.String(), Type.Null()]) })]));
const chosenRows = validator(Type.Array(Type.Object({ channelId: Type.String(), id: Type.String() })));

/** Endpoints in the table `voice_endpoints`, and those of channels in `voice_channels`. */
export class PostgresVoiceEndpointStore implements VoiceEndpointStore {
  constructor(private readonly pool: Pick<ConnectionPool, 'query'>) {}

  async register(node: string, endpoints: readonly EndpointRegistration[], leaseMs: number): Promise<void> {
    for (const { address, id, link, members, region } of endpoints) {
      await this.pool.query(REGISTER, [id, node, link, address, region, members, leaseMs], 'objects');
    }
  }

  async live(): Promise<RegisteredEndpoint[]> {
    return checkRows(liveRows, await this.pool.query(LIVE, [], 'objects'), 'voice_endpoints');
  }

  async choose(channelId: Snowflake, region: string | null): Promise<string | null> {
    const rows = await this.pool.query(CHOOSE, [channelId, region], 'objects');
    const [{ id }] = checkRows(chooseRows, rows, 'choose_voice_endpoint');
    return id;
  }

  async chosen(channelIds: readonly Snowflake[]): Promise<ReadonlyMap<Snowflake, string>> {
    const rows = checkRows(
      chosenRows,
      await this.pool.query(CHOSEN, [channelIds], 'objects'),
      'voice_channels',
    );
    return new Map(rows.map(({ channelId, id }) => [channelId, id]));
  }

  async release(node: string): Promise<void> {
    await this.pool.query(RELEASE, [node], 'objects');
  }
}
