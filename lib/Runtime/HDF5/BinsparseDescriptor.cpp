//===- BinsparseDescriptor.cpp - Descriptors of binsparse files -*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of the names of formats, those are read whose meaning the specification
// settles; in files of COOC, implementations differ in which of two arrays has
// the rows.
//
//===----------------------------------------------------------------------===//

#include "BinsparseDescriptor.h"

// The library has no exceptions: nothing below may throw.
#define JSON_NOEXCEPTION 1
#include <nlohmann/json.hpp>

#include <algorithm>

using namespace weft::runtime;

using Json = nlohmann::json;

std::string weft::runtime::getBinsparseName(ElementType type) {
  switch (type) {
  case ElementType::Bool:
    return "bint8";
  case ElementType::I8:
    return "int8";
  case ElementType::I16:
    return "int16";
  case ElementType::I32:
    return "int32";
  case ElementType::I64:
    return "int64";
  case ElementType::U8:
    return "uint8";
  case ElementType::U16:
    return "uint16";
  case ElementType::U32:
    return "uint32";
  case ElementType::U64:
    return "uint64";
  case ElementType::F32:
    return "float32";
  case ElementType::F64:
    return "float64";
  case ElementType::C64:
    return "complex[float32]";
  case ElementType::C128:
    return "complex[float64]";
  case ElementType::F16:
  case ElementType::BF16:
    break;
  }
  return "";
}

/// A member of an object; null if there is none.
static const Json *find(const Json &object, const char *key) {
  auto found = object.find(key);
  return found == object.end() ? nullptr : &*found;
}

static Status fail(const std::string &message) {
  return Status::failure("the attribute binsparse: " + message);
}

/// Reads an integer from zero on.
static bool readSize(const Json &value, int64_t &size) {
  if (!value.is_number_unsigned() ||
      value.get<uint64_t>() > uint64_t(INT64_MAX))
    return false;
  size = static_cast<int64_t>(value.get<uint64_t>());
  return true;
}

static Status readFormat(const Json &object, BinsparseDescriptor &descriptor) {
  // Some names are short for others.
  static const struct {
    const char *name, *meaning;
  } formats[] = {{"DVEC", "DVEC"},   {"DMAT", "DMATR"}, {"DMATR", "DMATR"},
                 {"DMATC", "DMATC"}, {"CVEC", "CVEC"},  {"CSR", "CSR"},
                 {"CSC", "CSC"},     {"DCSR", "DCSR"},  {"DCSC", "DCSC"},
                 {"COO", "COO"},     {"COOR", "COO"}};
  const Json *format = find(object, "format");
  if (format && format->is_string())
    for (const auto &known : formats)
      if (format->get_ref<const std::string &>() == known.name)
        descriptor.format = known.meaning;
  if (descriptor.format.empty())
    return fail("expected one of the formats DVEC, DMATR, DMATC, CVEC, CSR, "
                "CSC, DCSR, DCSC and COO");
  return Status::success();
}

static Status readShape(const Json &object, BinsparseDescriptor &descriptor) {
  bool isVector = descriptor.format == "DVEC" || descriptor.format == "CVEC";
  size_t order = isVector ? 1 : 2;
  const Json *shape = find(object, "shape");
  bool isGood = shape && shape->is_array() && shape->size() == order;
  for (size_t i = 0; isGood && i < order; ++i) {
    descriptor.shape.push_back(0);
    isGood = readSize((*shape)[i], descriptor.shape.back());
  }
  if (!isGood)
    return fail("expected a shape of " + std::to_string(order) +
                (order == 1 ? " size" : " sizes") + " from 0 to 2^63 - 1");
  const Json *count = find(object, "number_of_stored_values");
  if (!count || !readSize(*count, descriptor.numStored))
    return fail("expected number_of_stored_values to be a number from 0 to "
                "2^63 - 1");
  return Status::success();
}

static Status readType(const Json &object, BinsparseDescriptor &descriptor) {
  const Json *types = find(object, "data_types");
  const Json *values =
      types && types->is_object() ? find(*types, "values") : nullptr;
  if (values && values->is_string()) {
    std::string name = values->get_ref<const std::string &>();
    if (name.compare(0, 4, "iso[") == 0 && name.back() == ']') {
      descriptor.values.isIso = true;
      name = name.substr(4, name.size() - 5);
    }
    for (ElementType type : allElementTypes())
      if (!name.empty() && name == getBinsparseName(type)) {
        descriptor.values.type = type;
        return Status::success();
      }
  }
  return fail("expected the data type of values to be bint8, int8 to int64, "
              "uint8 to uint64, float32, float64, complex[float32] or "
              "complex[float64], perhaps in iso[]");
}

static Status readStructure(const Json &object,
                            BinsparseDescriptor &descriptor) {
  const Json *structure = find(object, "structure");
  if (!structure)
    return Status::success();
  static const struct {
    const char *name;
    Symmetry symmetry;
  } symmetries[] = {{"symmetric", Symmetry::Symmetric},
                    {"hermitian", Symmetry::Hermitian},
                    {"skew_symmetric", Symmetry::SkewSymmetric}};
  if (structure->is_string())
    for (const auto &known : symmetries)
      for (bool isLower : {true, false})
        if (structure->get_ref<const std::string &>() ==
            known.name + std::string(isLower ? "_lower" : "_upper")) {
          descriptor.symmetry = known.symmetry;
          descriptor.isLower = isLower;
        }
  if (descriptor.symmetry == Symmetry::General)
    return fail("expected the structure symmetric_lower, symmetric_upper, "
                "hermitian_lower, hermitian_upper, skew_symmetric_lower or "
                "skew_symmetric_upper");
  bool isDense = descriptor.format[0] == 'D' && descriptor.format[1] != 'C';
  if (isDense || descriptor.shape.size() != 2 ||
      descriptor.shape[0] != descriptor.shape[1])
    return fail("only a sparse square matrix has a structure that is read");
  return Status::success();
}

Expected<BinsparseDescriptor>
BinsparseDescriptor::parse(const std::string &text) {
  Json root = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!root.is_object())
    return fail("expected a JSON object");
  // The object may be in another, which has room for what others want to say.
  const Json *inner = find(root, "binsparse");
  if (inner && !inner->is_object())
    return fail("expected a JSON object");
  const Json &object = inner ? *inner : root;
  BinsparseDescriptor descriptor;
  Status status = readFormat(object, descriptor);
  if (status.succeeded())
    status = readShape(object, descriptor);
  if (status.succeeded())
    status = readType(object, descriptor);
  if (status.succeeded())
    status = readStructure(object, descriptor);
  if (status.failed())
    return status;
  const Json *fill = find(object, "fill");
  descriptor.hasFill = fill && fill->is_boolean() && fill->get<bool>();
  return descriptor;
}

std::string
BinsparseDescriptor::print(const std::vector<std::string> &indexArrays,
                           const std::string &indexType) const {
  Json types = Json::object();
  for (const std::string &name : indexArrays)
    types[name] = indexType;
  types["values"] = getBinsparseName(values.type);
  Json object = Json::object();
  object["version"] = "0.1";
  object["format"] = format;
  object["shape"] = shape;
  object["number_of_stored_values"] = numStored;
  object["data_types"] = types;
  Json root = Json::object();
  root["binsparse"] = object;
  return root.dump();
}
