#include <optional>

#include "binding/binding.h"
#include "binding/library.h"
#include "binding/samples.h"
#include "speex-dsp/echo_canceller.h"
#include "speex-dsp/preprocessor.h"
#include "speex-dsp/resampler.h"

namespace guildhall {
namespace {

constexpr char kUnavailable[] = "libspeexdsp is unavailable";

// Whether a value is a number from `low` to `high`.
bool IsWithin(const Napi::Value& value, int low, int high) {
  if (!value.IsNumber()) return false;
  const double number = value.As<Napi::Number>();
  return number >= low && number <= high;
}

int IntOf(const Napi::Value& value) { return value.As<Napi::Number>().Int32Value(); }

// new EchoCanceller(tailSamples)
class EchoCancellerObject : public Napi::ObjectWrap<EchoCancellerObject> {
 public:
  static Napi::Function Class(Napi::Env env) {
    return DefineClass(env, "EchoCanceller",
                       {InstanceMethod<&EchoCancellerObject::Cancel>("cancel"),
                        InstanceMethod<&EchoCancellerObject::Close>("close")});
  }

  explicit EchoCancellerObject(const Napi::CallbackInfo& info) : Napi::ObjectWrap<EchoCancellerObject>(info) {
    if (!IsWithin(info[0], kBlockSamples, EchoCanceller::kMaxTailSamples)) {
      ThrowUsage(info.Env(), "new speexDsp.EchoCanceller(tailSamples), 480 to 48000");
      return;
    }
    canceller_ = EchoCanceller::Create(IntOf(info[0]));
    if (canceller_ == nullptr) {
      ThrowError(info.Env(), kUnavailable);
      return;
    }
    info.This().As<Napi::Object>().TypeTag(&kTag);
  }

  // The canceller of a value; null for other values and after `close`.
  static std::shared_ptr<EchoCanceller> Of(const Napi::Value& value) {
    if (!value.IsObject() || !value.As<Napi::Object>().CheckTypeTag(&kTag)) return nullptr;
    return Unwrap(value.As<Napi::Object>())->canceller_;
  }

 private:
  static constexpr napi_type_tag kTag = {0x5a3e0b1c7d9f4e26, 0x8c41f7302be965ad};

  Napi::Value Cancel(const Napi::CallbackInfo& info) {
    const Napi::Env env = info.Env();
    if (canceller_ == nullptr || !IsSamples(info[0], kBlockSamples) || !IsSamples(info[1], kBlockSamples)) {
      return ThrowUsage(env, "canceller.cancel(recorded, played), 480 samples each");
    }
    return ToInt16Array(env, canceller_->Cancel(SamplesOf(info[0]), SamplesOf(info[1])));
  }

  void Close(const Napi::CallbackInfo&) { canceller_.reset(); }

  // Shared with the preprocessors that were configured with it.
  std::shared_ptr<EchoCanceller> canceller_;
};

// new Preprocessor()
class PreprocessorObject : public Napi::ObjectWrap<PreprocessorObject> {
 public:
  static Napi::Function Class(Napi::Env env) {
    return DefineClass(env, "Preprocessor",
                       {InstanceMethod<&PreprocessorObject::Configure>("configure"),
                        InstanceMethod<&PreprocessorObject::Process>("process"),
                        InstanceMethod<&PreprocessorObject::Close>("close")});
  }

  explicit PreprocessorObject(const Napi::CallbackInfo& info)
      : Napi::ObjectWrap<PreprocessorObject>(info), preprocessor_(Preprocessor::Create()) {
    if (preprocessor_ == nullptr) ThrowError(info.Env(), kUnavailable);
  }

 private:
  Napi::Value Configure(const Napi::CallbackInfo& info) {
    const Napi::Env env = info.Env();
    const std::optional<PreprocessorSettings> settings = SettingsOf(info[0]);
    const std::shared_ptr<EchoCanceller> canceller = EchoCancellerObject::Of(info[1]);
    if (preprocessor_ == nullptr || !settings || (canceller == nullptr && !info[1].IsNull())) {
      return ThrowUsage(env, "preprocessor.configure(settings, canceller or null)");
    }
    preprocessor_->Configure(*settings, canceller);
    return env.Undefined();
  }

  Napi::Value Process(const Napi::CallbackInfo& info) {
    const Napi::Env env = info.Env();
    if (preprocessor_ == nullptr || !IsSamples(info[0], kBlockSamples)) {
      return ThrowUsage(env, "preprocessor.process(samples), 480 of them");
    }
    return ToInt16Array(env, preprocessor_->Process(SamplesOf(info[0])));
  }

  void Close(const Napi::CallbackInfo&) { preprocessor_.reset(); }

  static std::optional<PreprocessorSettings> SettingsOf(const Napi::Value& value) {
    if (!value.IsObject()) return std::nullopt;
    const Napi::Object object = value.As<Napi::Object>();
    PreprocessorSettings settings{};
    const auto read = [&object](const char* name, int highest, int* into) {
      const Napi::Value field = object.Get(name);
      if (!IsWithin(field, 0, highest)) return false;
      *into = IntOf(field);
      return true;
    };
    const bool is_complete =
        read("noiseSuppression", 100, &settings.noise_suppression) &&
        read("echoSuppression", 100, &settings.echo_suppression) &&
        read("echoSuppressionWhileSpeaking", 100, &settings.echo_suppression_while_speaking) &&
        read("speechLevel", 32768, &settings.speech_level) && read("maxGain", 100, &settings.max_gain) &&
        read("gainRise", 100, &settings.gain_rise);
    return is_complete ? std::optional(settings) : std::nullopt;
  }

  std::unique_ptr<Preprocessor> preprocessor_;
};

// new Resampler(from, to)
class ResamplerObject : public Napi::ObjectWrap<ResamplerObject> {
 public:
  static Napi::Function Class(Napi::Env env) {
    return DefineClass(env, "Resampler",
                       {InstanceMethod<&ResamplerObject::Process>("process"),
                        InstanceMethod<&ResamplerObject::Close>("close")});
  }

  explicit ResamplerObject(const Napi::CallbackInfo& info) : Napi::ObjectWrap<ResamplerObject>(info) {
    if (!IsWithin(info[0], Resampler::kMinRate, Resampler::kMaxRate) ||
        !IsWithin(info[1], Resampler::kMinRate, Resampler::kMaxRate)) {
      ThrowUsage(info.Env(), "new speexDsp.Resampler(from, to), 8000 to 192000 Hz");
      return;
    }
    resampler_ = Resampler::Create(IntOf(info[0]), IntOf(info[1]));
    if (resampler_ == nullptr) ThrowError(info.Env(), kUnavailable);
  }

 private:
  Napi::Value Process(const Napi::CallbackInfo& info) {
    const Napi::Env env = info.Env();
    const size_t count = info[0].IsTypedArray() ? info[0].As<Napi::TypedArray>().ElementLength() : 0;
    if (resampler_ == nullptr || count > Resampler::kMaxSamples || !IsSamples(info[0], count)) {
      return ThrowUsage(env, "resampler.process(samples), 48000 at most");
    }
    return ToInt16Array(env, resampler_->Process(SamplesOf(info[0]), count));
  }

  void Close(const Napi::CallbackInfo&) { resampler_.reset(); }

  std::unique_ptr<Resampler> resampler_;
};

Napi::Value Probe(const Napi::CallbackInfo& info) {
  return ProbeLibrary<LibSpeexDsp>(info.Env(), [](const LibSpeexDsp&) { return std::string(); });
}

}  // namespace

Napi::Object BindSpeexDsp(Napi::Env env) {
  Napi::Object binding = Napi::Object::New(env);
  binding["probe"] = Napi::Function::New(env, Probe, "probe");
  binding["EchoCanceller"] = EchoCancellerObject::Class(env);
  binding["Preprocessor"] = PreprocessorObject::Class(env);
  binding["Resampler"] = ResamplerObject::Class(env);
  return binding;
}

}  // namespace guildhall
