// Sinks and sources of the sound server.
#include "audio-endpoints/audio_endpoints.h"
#include "pulse-connection/pulse_connection.h"
#include "spare-descriptors/spare_descriptors.h"

namespace guildhall {
namespace {

struct Collected {
  const LibPulse& pulse;
  std::vector<AudioEndpoint> endpoints;
  std::string default_sink;
  std::string default_source;
};

void OnServer(pa_context*, const pa_server_info* info, void* user) {
  if (info == nullptr) return;
  auto* collected = static_cast<Collected*>(user);
  if (info->default_sink_name != nullptr) collected->default_sink = info->default_sink_name;
  if (info->default_source_name != nullptr) collected->default_source = info->default_source_name;
}

std::string DisplayName(const pa_device_info& info) {
  return info.description != nullptr && *info.description != '\0' ? info.description : info.name;
}

std::string Property(const LibPulse& pulse, const pa_device_info& info, const char* key) {
  const char* value = info.properties == nullptr ? nullptr : pulse.property(info.properties, key);
  return value == nullptr ? "" : value;
}

// The location of the hardware.
std::string PlaceOf(const LibPulse& pulse, const pa_device_info& info) {
  const std::string path = Property(pulse, info, "sysfs.path");
  if (!path.empty()) return "/sys" + path;
  const std::string card = Property(pulse, info, "alsa.card");
  if (!card.empty()) return "/sys/class/sound/card" + card;
  const std::string bluetooth = Property(pulse, info, "api.bluez5.address");
  if (!bluetooth.empty()) return "bluetooth:" + bluetooth;
  const bool is_bluetooth = Property(pulse, info, "device.bus") == "bluetooth";
  return is_bluetooth ? "bluetooth:" + Property(pulse, info, "device.string") : "";
}

void OnSink(pa_context*, const pa_device_info* info, int, void* user) {
  // auto_null is the placeholder sink that the server creates when there is no other.
  if (info == nullptr || info->name == std::string("auto_null")) return;
  auto* collected = static_cast<Collected*>(user);
  const bool is_default = info->name == collected->default_sink;
  collected->endpoints.push_back({std::string("pulseaudio/sink/") + info->name, DisplayName(*info),
                                  PlaceOf(collected->pulse, *info), false, is_default});
}

void OnSource(pa_context*, const pa_device_info* info, int, void* user) {
  // A monitor is not a microphone: it captures what a sink plays.
  if (info == nullptr || info->monitor != kPulseInvalidIndex) return;
  auto* collected = static_cast<Collected*>(user);
  const bool is_default = info->name == collected->default_source;
  collected->endpoints.push_back({std::string("pulseaudio/source/") + info->name, DisplayName(*info),
                                  PlaceOf(collected->pulse, *info), true, is_default});
}

SoundService ServiceOf(PulseStatus status) {
  switch (status) {
    case PulseStatus::kOk:
      return SoundService::kAnswered;
    case PulseStatus::kTimedOut:
      return SoundService::kSilent;
    case PulseStatus::kExhausted:
      return SoundService::kExhausted;
    case PulseStatus::kGone:
    case PulseStatus::kCancelled:
      break;
  }
  return SoundService::kAbsent;
}

}  // namespace

AudioEndpointList ListAudioEndpoints(std::chrono::milliseconds timeout) {
  if (!HasSpareDescriptors(kPulseDescriptors)) return {SoundService::kExhausted, {}};
  const LibPulse* pulse = LoadFunctions<LibPulse>();
  if (pulse == nullptr) return {SoundService::kAbsent, {}};

  Collected collected{*pulse, {}, "", ""};
  PulseConnection connection(*pulse);
  const auto deadline = PulseConnection::Clock::now() + timeout;
  const auto ask = [&](pa_operation* question) { return connection.Finish(question, deadline); };
  PulseStatus status = connection.Connect(deadline);
  const auto is_ok = [&] { return status == PulseStatus::kOk; };
  if (is_ok()) status = ask(pulse->get_server_info(connection.context(), OnServer, &collected));
  if (is_ok()) status = ask(pulse->get_sinks(connection.context(), OnSink, &collected));
  if (is_ok()) status = ask(pulse->get_sources(connection.context(), OnSource, &collected));
  if (is_ok()) return {SoundService::kAnswered, collected.endpoints};
  return {ServiceOf(status), {}};
}

}  // namespace guildhall
