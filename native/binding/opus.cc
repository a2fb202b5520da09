#include "binding/binding.h"
#include "binding/library.h"
#include "binding/samples.h"
#include "opus/speech_encoder.h"
#include "opus/stereo_decoder.h"

namespace guildhall {
namespace {

constexpr char kUnavailable[] = "libopus is unavailable";

// new Encoder()
class EncoderObject : public Napi::ObjectWrap<EncoderObject> {
 public:
  static Napi::Function Class(Napi::Env env) {
    return DefineClass(
        env, "Encoder",
        {InstanceMethod<&EncoderObject::Configure>("configure"),
         InstanceMethod<&EncoderObject::Encode>("encode"), InstanceMethod<&EncoderObject::Close>("close")});
  }

  explicit EncoderObject(const Napi::CallbackInfo& info)
      : Napi::ObjectWrap<EncoderObject>(info), encoder_(SpeechEncoder::Create()) {
    if (encoder_ == nullptr) ThrowError(info.Env(), kUnavailable);
  }

 private:
  Napi::Value Configure(const Napi::CallbackInfo& info) {
    const auto is_number = [&info](size_t index) { return info[index].IsNumber(); };
    const auto number = [&info](size_t index) { return info[index].As<Napi::Number>().Int32Value(); };
    if (encoder_ == nullptr || !is_number(0) || !is_number(1) || !is_number(2) ||
        !encoder_->Configure({number(0), number(1), number(2)})) {
      return ThrowUsage(info.Env(), "encoder.configure(bitrate, expectedLoss, complexity)");
    }
    return info.Env().Undefined();
  }

  Napi::Value Encode(const Napi::CallbackInfo& info) {
    const Napi::Env env = info.Env();
    if (encoder_ == nullptr || !IsSamples(info[0], SpeechEncoder::kFrameSamples)) {
      return ThrowUsage(env, "encoder.encode(samples), 960 of them");
    }
    const std::vector<uint8_t> packet = encoder_->Encode(SamplesOf(info[0]));
    if (packet.empty()) return ThrowError(env, "libopus refused a frame");
    return Napi::Buffer<uint8_t>::Copy(env, packet.data(), packet.size());
  }

  void Close(const Napi::CallbackInfo&) { encoder_.reset(); }

  std::unique_ptr<SpeechEncoder> encoder_;
};

// new Decoder()
class DecoderObject : public Napi::ObjectWrap<DecoderObject> {
 public:
  static Napi::Function Class(Napi::Env env) {
    return DefineClass(
        env, "Decoder",
        {InstanceMethod<&DecoderObject::Decode>("decode"), InstanceMethod<&DecoderObject::Conceal>("conceal"),
         InstanceMethod<&DecoderObject::Recover>("recover"), InstanceMethod<&DecoderObject::Close>("close")});
  }

  explicit DecoderObject(const Napi::CallbackInfo& info)
      : Napi::ObjectWrap<DecoderObject>(info), decoder_(StereoDecoder::Create()) {
    if (decoder_ == nullptr) ThrowError(info.Env(), kUnavailable);
  }

 private:
  Napi::Value Decode(const Napi::CallbackInfo& info) {
    const Napi::Env env = info.Env();
    if (decoder_ == nullptr || !IsBytes(info[0])) return ThrowUsage(env, "decoder.decode(packet)");
    return ToResult(env, decoder_->Decode(BytesOf(info[0]), SizeOf(info[0])));
  }

  Napi::Value Conceal(const Napi::CallbackInfo& info) {
    const Napi::Env env = info.Env();
    if (decoder_ == nullptr || !IsDuration(info[0])) {
      return ThrowUsage(env, "decoder.conceal(samples), a multiple of 120 up to 5760");
    }
    return ToResult(env, decoder_->Conceal(info[0].As<Napi::Number>().Int32Value()));
  }

  Napi::Value Recover(const Napi::CallbackInfo& info) {
    const Napi::Env env = info.Env();
    if (decoder_ == nullptr || !IsBytes(info[0]) || !IsDuration(info[1])) {
      return ThrowUsage(env, "decoder.recover(next, samples), a multiple of 120 up to 5760");
    }
    const int samples = info[1].As<Napi::Number>().Int32Value();
    return ToResult(env, decoder_->Recover(BytesOf(info[0]), SizeOf(info[0]), samples));
  }

  void Close(const Napi::CallbackInfo&) { decoder_.reset(); }

  static bool IsDuration(const Napi::Value& value) {
    return value.IsNumber() && StereoDecoder::IsDuration(value.As<Napi::Number>().Int64Value());
  }

  static size_t SizeOf(const Napi::Value& value) { return value.As<Napi::TypedArray>().ByteLength(); }

  static Napi::Value ToResult(Napi::Env env, const std::vector<int16_t>& samples) {
    if (samples.empty()) return env.Null();
    return ToInt16Array(env, samples);
  }

  std::unique_ptr<StereoDecoder> decoder_;
};

Napi::Value Probe(const Napi::CallbackInfo& info) {
  return ProbeLibrary<LibOpus>(info.Env(),
                               [](const LibOpus& opus) { return std::string(opus.get_version_string()); });
}

}  // namespace

Napi::Object BindOpus(Napi::Env env) {
  Napi::Object binding = Napi::Object::New(env);
  binding["probe"] = Napi::Function::New(env, Probe, "probe");
  binding["Encoder"] = EncoderObject::Class(env);
  binding["Decoder"] = DecoderObject::Class(env);
  return binding;
}

}  // namespace guildhall
