#include "speex-dsp/preprocessor.h"

#include <utility>

namespace guildhall {
namespace {

// Requests of speex_preprocess.h.
constexpr int kSetDenoise = 0;
constexpr int kSetGainControl = 2;
constexpr int kSetGainLevel = 6;
constexpr int kSetNoiseSuppression = 18;
constexpr int kSetEchoSuppression = 20;
constexpr int kSetEchoSuppressionWhileSpeaking = 22;
constexpr int kSetEchoState = 24;
constexpr int kSetGainRise = 26;
constexpr int kSetMaxGain = 30;

}  // namespace

std::unique_ptr<Preprocessor> Preprocessor::Create() {
  const LibSpeexDsp* speex = LoadFunctions<LibSpeexDsp>();
  if (speex == nullptr) return nullptr;
  SpeexPreprocessState* state = speex->preprocess_init(kBlockSamples, kSpeexSampleRate);
  if (state == nullptr) return nullptr;
  return std::unique_ptr<Preprocessor>(new Preprocessor(*speex, state));
}

Preprocessor::~Preprocessor() { speex_.preprocess_destroy(state_); }

void Preprocessor::Configure(const PreprocessorSettings& settings, std::shared_ptr<EchoCanceller> canceller) {
  const auto set = [this](int request, int value) { speex_.preprocess_ctl(state_, request, &value); };
  // What is left of an echo is suppressed only together with noise, of which 0 dB may be suppressed.
  set(kSetDenoise, settings.noise_suppression > 0 || canceller != nullptr ? 1 : 0);
  set(kSetNoiseSuppression, -settings.noise_suppression);
  set(kSetEchoSuppression, -settings.echo_suppression);
  set(kSetEchoSuppressionWhileSpeaking, -settings.echo_suppression_while_speaking);
  set(kSetGainControl, settings.speech_level > 0 ? 1 : 0);
  set(kSetMaxGain, settings.max_gain);
  set(kSetGainRise, settings.gain_rise);
  if (settings.speech_level > 0) {
    float level = static_cast<float>(settings.speech_level);
    speex_.preprocess_ctl(state_, kSetGainLevel, &level);
  }
  speex_.preprocess_ctl(state_, kSetEchoState, canceller == nullptr ? nullptr : canceller->state());
  canceller_ = std::move(canceller);
}

std::vector<int16_t> Preprocessor::Process(const int16_t* samples) {
  std::vector<int16_t> result(samples, samples + kBlockSamples);
  speex_.preprocess_run(state_, result.data());
  return result;
}

}  // namespace guildhall
