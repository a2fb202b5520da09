import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PacketLimits } from '#guildhall/api/voice/packet-limits.js';
import { ManualClock } from '../../hardware/support/manual-clock.js';

const SPEECH_BYTES = 172;
const FLOOD_BYTES = 300;

/** Ten seconds in which one person speaks and others send all they may. @returns the parts of both that reach a listener */
async function listen(flooders: number): Promise<{ speech: number; flood: number }> {
  const clock = new ManualClock();
  const create = () => new PacketLimits(clock);
  const [listener, speaker] = [create(), create()];
  const others = Array.from({ length: flooders }, create);
  const [sent, arrived] = [
    { speech: 0, flood: 0 },
    { speech: 0, flood: 0 },
  ];
  for (let frame = 0; frame < 500; frame += 1) {
    for (const other of others) {
      for (let packet = 0; packet < 8 && other.takeReceived(FLOOD_BYTES, true); packet += 1) {
        sent.flood += 1;
        if (listener.takeSent(FLOOD_BYTES, other.takeSpeech(FLOOD_BYTES))) arrived.flood += 1;
      }
    }
    sent.speech += 1;
    if (listener.takeSent(SPEECH_BYTES, speaker.takeSpeech(SPEECH_BYTES))) arrived.speech += 1;
    await clock.advance(20);
  }
  return { speech: arrived.speech / sent.speech, flood: arrived.flood / sent.flood };
}

test('Members who send all they may do not silence one who speaks', async () => {
  const { flood, speech } = await listen(10);
  assert.equal(speech, 1);
  assert.ok(flood > 0.2 && flood < 0.6, `${flood} of the others arrived`);
});

test('A member who sends much is heard while others leave something', async () => {
  assert.deepEqual(await listen(2), { speech: 1, flood: 1 });
});
