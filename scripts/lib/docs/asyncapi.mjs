const nonce = {
  description: 'echoed as it came',
  oneOf: [{ type: 'string', maxLength: 1024 }, { type: 'number' }],
};

/** The RPC server as an AsyncAPI 3 document, made from the declarations of its commands and events. */
export function asyncApi({ commands, events, errors, ports, version, objects, refer }) {
  const messages = {
    READY: message('READY', 'Sent once, soon after connecting.', dispatched('READY', READY_DATA)),
    ERROR: message('ERROR', 'A command was refused; cmd and nonce are its own.', errorPayload(errors)),
  };
  const operations = { READY: operation('send', 'READY') };
  for (const command of commands.values()) {
    const { name: cmd } = command;
    const [args, data] = [refer(command.args), refer(command.data)];
    const isSubscription = cmd === 'SUBSCRIBE' || cmd === 'UNSUBSCRIBE';
    messages[cmd] = declaredMessage(command, commandPayload(cmd, args, isSubscription && events));
    messages[`${cmd}.reply`] = message(
      `${cmd}.reply`,
      `What ${cmd} is answered with.`,
      replyPayload(cmd, data),
    );
    operations[cmd] = {
      ...operation('receive', cmd),
      reply: { channel: CHANNEL, messages: [ofChannel(`${cmd}.reply`), ofChannel('ERROR')] },
    };
  }
  for (const event of events.values()) {
    messages[event.name] = declaredMessage(event, dispatched(event.name, refer(event.data)));
    operations[event.name] = operation('send', event.name);
  }
  const inChannel = Object.keys(messages).map((name) => [name, { $ref: `#/components/messages/${name}` }]);
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Guildhall RPC',
      version,
      description:
        'The local RPC server of Guildhall. Generated from its declarations by `npm run docs`; see docs/rpc.md.',
    },
    defaultContentType: 'application/json',
    servers: { local: server(ports) },
    channels: { rpc: { address: '/', messages: Object.fromEntries(inChannel), bindings: { ws: WEBSOCKET } } },
    operations,
    components: { messages, schemas: objects },
  };
}

const CHANNEL = { $ref: '#/channels/rpc' };
const ofChannel = (name) => ({ $ref: `#/channels/rpc/messages/${name}` });

function server(ports) {
  return {
    host: '127.0.0.1:{port}',
    protocol: 'ws',
    description: 'The first port of the range that is free when the daemon starts; try them in order.',
    variables: { port: { enum: ports, default: ports[0] } },
  };
}

const WEBSOCKET = {
  method: 'GET',
  query: {
    type: 'object',
    required: ['v', 'client_id'],
    properties: {
      v: { const: '1' },
      client_id: { type: 'string', description: 'the id of the application' },
      encoding: { enum: ['json', 'etf'], default: 'json' },
    },
  },
  headers: {
    type: 'object',
    required: ['Origin'],
    properties: {
      Origin: { type: 'string', description: 'an origin that is registered for the application' },
    },
  },
};

const READY_DATA = {
  type: 'object',
  required: ['v', 'config'],
  properties: {
    v: { const: 1 },
    config: {
      type: 'object',
      required: ['cdn_host', 'api_endpoint', 'environment'],
      properties: {
        cdn_host: { type: 'string' },
        api_endpoint: { type: 'string' },
        environment: { type: 'string' },
      },
    },
  },
};

function message(name, summary, payload) {
  return { name, summary, payload };
}

function declaredMessage({ name, summary, details }, payload) {
  return { name, summary, ...(details !== undefined && { description: details }), payload };
}

function operation(action, name) {
  return { action, channel: CHANNEL, messages: [ofChannel(name)] };
}

function commandPayload(cmd, args, events) {
  const named = events ? { evt: { enum: [...events.keys()] } } : {};
  const required = ['cmd', 'nonce', ...Object.keys(named), ...(args.required?.length > 0 ? ['args'] : [])];
  return { type: 'object', required, properties: { cmd: { const: cmd }, nonce, ...named, args } };
}

function frame(properties) {
  return { type: 'object', required: ['cmd', 'data', 'evt', 'nonce'], properties };
}

function replyPayload(cmd, data) {
  return frame({ cmd: { const: cmd }, data, evt: { type: 'null' }, nonce });
}

function dispatched(evt, data) {
  return frame({ cmd: { const: 'DISPATCH' }, data, evt: { const: evt }, nonce: { type: 'null' } });
}

function errorPayload(errors) {
  const code = { enum: Object.values(errors) };
  const data = {
    type: 'object',
    required: ['code', 'message'],
    properties: { code, message: { type: 'string' } },
  };
  return frame({
    cmd: { type: 'string' },
    data,
    evt: { const: 'ERROR' },
    nonce: { oneOf: [...nonce.oneOf, { type: 'null' }] },
  });
}
