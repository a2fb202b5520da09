#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "speex-dsp/echo_canceller.h"

namespace guildhall {

struct PreprocessorSettings {
  // By how much noise is attenuated at most, in dB, 0-100; 0: not at all.
  int noise_suppression;
  // By how much is attenuated what the canceller leaves of an echo, in dB, 0-100: alone, and while the person
  // speaks. Without effect while there is no canceller.
  int echo_suppression;
  int echo_suppression_while_speaking;
  // The level that speech is brought to, in the library's measure of loudness, 1-32768; 0: speech keeps its
  // level.
  int speech_level;
  // The highest amplification, in dB, 0-100.
  int max_gain;
  // How fast the amplification may rise, in dB a second, 0-100; 0: it only falls.
  int gain_rise;
};

// Suppresses noise and what is left of an echo, and brings speech to one level. The result is 10 ms late.
class Preprocessor {
 public:
  // Null if libspeexdsp is missing.
  static std::unique_ptr<Preprocessor> Create();
  ~Preprocessor();
  Preprocessor(const Preprocessor&) = delete;
  Preprocessor& operator=(const Preprocessor&) = delete;

  // `canceller`: what the sound passes before; may be null.
  void Configure(const PreprocessorSettings& settings, std::shared_ptr<EchoCanceller> canceller);
  // `samples`: kBlockSamples of them, as in the result.
  std::vector<int16_t> Process(const int16_t* samples);

 private:
  Preprocessor(const LibSpeexDsp& speex, SpeexPreprocessState* state) : speex_(speex), state_(state) {}

  const LibSpeexDsp& speex_;
  SpeexPreprocessState* const state_;
  // Which `state_` refers to.
  std::shared_ptr<EchoCanceller> canceller_;
};

}  // namespace guildhall
