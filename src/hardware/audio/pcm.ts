/** Samples per second of all sound between devices and Opus. */
export const SAMPLE_RATE = 48_000;

/** Samples of a block, the unit in which sound is recorded, processed and played: 10 ms. */
export const BLOCK_SAMPLES = 480;
export const BLOCK_MS = 10;

/** Samples of an Opus frame that is sent: 20 ms. */
export const FRAME_SAMPLES = 960;
export const FRAME_MS = 20;

/** Played sound is stereo, interleaved; recorded sound is mono. */
export const PLAYED_CHANNELS = 2;
