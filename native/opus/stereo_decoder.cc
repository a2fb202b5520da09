#include "opus/stereo_decoder.h"

namespace guildhall {

std::unique_ptr<StereoDecoder> StereoDecoder::Create() {
  const LibOpus* opus = LoadFunctions<LibOpus>();
  if (opus == nullptr) return nullptr;
  int error = kOpusOk;
  OpusDecoder* decoder = opus->decoder_create(kOpusSampleRate, kChannels, &error);
  if (decoder == nullptr) return nullptr;
  return std::unique_ptr<StereoDecoder>(new StereoDecoder(*opus, decoder));
}

StereoDecoder::~StereoDecoder() { opus_.decoder_destroy(decoder_); }

std::vector<int16_t> StereoDecoder::Decode(const uint8_t* packet, size_t size) {
  const int samples = SamplesOf(packet, size);
  if (samples == 0) return {};
  return Run(packet, size, samples, false);
}

std::vector<int16_t> StereoDecoder::Conceal(int samples) { return Run(nullptr, 0, samples, false); }

std::vector<int16_t> StereoDecoder::Recover(const uint8_t* next, size_t size, int samples) {
  if (SamplesOf(next, size) == 0) return {};
  return Run(next, size, samples, true);
}

// An empty packet has no samples here; to `decode` it would be a lost one.
int StereoDecoder::SamplesOf(const uint8_t* packet, size_t size) const {
  if (size > kMaxPacketBytes) return 0;
  const int samples = opus_.decoder_get_nb_samples(decoder_, packet, static_cast<int32_t>(size));
  return IsDuration(samples) ? samples : 0;
}

std::vector<int16_t> StereoDecoder::Run(const uint8_t* packet, size_t size, int samples, bool fec) {
  std::vector<int16_t> sound(static_cast<size_t>(samples) * kChannels);
  const int decoded =
      opus_.decode(decoder_, packet, static_cast<int32_t>(size), sound.data(), samples, fec ? 1 : 0);
  sound.resize(decoded > 0 ? static_cast<size_t>(decoded) * kChannels : 0);
  return sound;
}

}  // namespace guildhall
