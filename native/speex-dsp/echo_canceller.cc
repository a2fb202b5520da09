#include "speex-dsp/echo_canceller.h"

namespace guildhall {
namespace {

// A request of speex_echo.h.
constexpr int kSetSamplingRate = 24;

}  // namespace

std::shared_ptr<EchoCanceller> EchoCanceller::Create(int tail_samples) {
  const LibSpeexDsp* speex = LoadFunctions<LibSpeexDsp>();
  if (speex == nullptr) return nullptr;
  SpeexEchoState* state = speex->echo_init(kBlockSamples, tail_samples);
  if (state == nullptr) return nullptr;
  int rate = kSpeexSampleRate;
  speex->echo_ctl(state, kSetSamplingRate, &rate);
  return std::shared_ptr<EchoCanceller>(new EchoCanceller(*speex, state));
}

EchoCanceller::~EchoCanceller() { speex_.echo_destroy(state_); }

std::vector<int16_t> EchoCanceller::Cancel(const int16_t* recorded, const int16_t* played) {
  std::vector<int16_t> result(kBlockSamples);
  speex_.echo_cancel(state_, recorded, played, result.data());
  return result;
}

}  // namespace guildhall
