#include "opus/speech_encoder.h"

namespace guildhall {
namespace {

// Values of opus_defines.h.
constexpr int kApplicationVoip = 2048;
constexpr int kSignalVoice = 3001;
constexpr int kSetBitrate = 4002;
constexpr int kSetComplexity = 4010;
constexpr int kSetInbandFec = 4012;
constexpr int kSetExpectedLoss = 4014;
constexpr int kSetSignal = 4024;

// The recommended room for a packet: more than a frame of 20 ms takes at any bitrate.
constexpr int kMaxPacketBytes = 4000;

}  // namespace

std::unique_ptr<SpeechEncoder> SpeechEncoder::Create() {
  const LibOpus* opus = LoadFunctions<LibOpus>();
  if (opus == nullptr) return nullptr;
  int error = kOpusOk;
  OpusEncoder* encoder = opus->encoder_create(kOpusSampleRate, 1, kApplicationVoip, &error);
  if (encoder == nullptr) return nullptr;
  opus->encoder_ctl(encoder, kSetSignal, kSignalVoice);
  return std::unique_ptr<SpeechEncoder>(new SpeechEncoder(*opus, encoder));
}

SpeechEncoder::~SpeechEncoder() { opus_.encoder_destroy(encoder_); }

bool SpeechEncoder::Configure(const SpeechEncoderSettings& settings) {
  const auto set = [this](int request, int value) {
    return opus_.encoder_ctl(encoder_, request, static_cast<int32_t>(value)) == kOpusOk;
  };
  // Negative bitrates have special meanings.
  return settings.bitrate > 0 && set(kSetBitrate, settings.bitrate) &&
         set(kSetComplexity, settings.complexity) && set(kSetExpectedLoss, settings.expected_loss) &&
         set(kSetInbandFec, settings.expected_loss > 0 ? 1 : 0);
}

std::vector<uint8_t> SpeechEncoder::Encode(const int16_t* samples) {
  std::vector<uint8_t> packet(kMaxPacketBytes);
  const int32_t size = opus_.encode(encoder_, samples, kFrameSamples, packet.data(), kMaxPacketBytes);
  packet.resize(size > 0 ? static_cast<size_t>(size) : 0);
  return packet;
}

}  // namespace guildhall
