//===- Signature.cpp - The tensors of a program -----------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the tensors of a program: stored ones by the attribute of the program,
// and all others by the types of parameters.
//
//===----------------------------------------------------------------------===//

#include "weft/Dialect/Pattern/Formats/Signature.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace weft;
using namespace weft::pattern;

Attribute pattern::describeTensor(StringRef name, level::FormatAttr format,
                                  ArrayRef<Nat> sizes) {
  Builder builder(format.getContext());
  SmallVector<Attribute> nats;
  for (const Nat &size : sizes)
    nats.push_back(builder.getStringAttr(size.toString()));
  return builder.getDictionaryAttr(
      {builder.getNamedAttr("name", builder.getStringAttr(name)),
       builder.getNamedAttr("format", format),
       builder.getNamedAttr("sizes", builder.getArrayAttr(nats))});
}

/// The scalar type of all scalars of a type; null if there are several.
static Type getOnlyScalar(Type type) {
  if (auto array = dyn_cast<ArrayType>(type))
    return getOnlyScalar(array.getElement());
  if (auto pair = dyn_cast<PairType>(type)) {
    Type first = getOnlyScalar(pair.getFirst());
    return first == getOnlyScalar(pair.getSecond()) ? first : Type();
  }
  return type;
}

/// The scalars that a stored array has in its elements, beside coordinates.
static Type getComponent(Type type, level::FormatAttr format) {
  while (auto array = dyn_cast<ArrayType>(type))
    type = array.getElement();
  auto pair = format.getPacked() ? dyn_cast<PairType>(type) : PairType();
  return pair ? pair.getSecond() : getOnlyScalar(type);
}

/// The lengths of nested arrays of scalars if they are the same everywhere.
static std::optional<SmallVector<Nat>> getUniformSizes(Type type) {
  SmallVector<Nat> sizes;
  while (auto array = dyn_cast<ArrayType>(type)) {
    if (array.isDependent())
      return std::nullopt;
    sizes.push_back(array.getLength());
    type = array.getElementAt(0);
  }
  if (!isScalar(type))
    return std::nullopt;
  return sizes;
}

std::optional<unsigned> pattern::getUnzippedDepth(Type type) {
  unsigned depth = 0;
  if (getOnlyScalar(type))
    return std::nullopt;
  for (; auto array = dyn_cast<ArrayType>(type); ++depth)
    type = array.getElement();
  return depth == 0 ? std::nullopt : std::optional(depth);
}

Type pattern::unzip(Type type, bool isFirst) {
  if (auto array = dyn_cast<ArrayType>(type))
    return ArrayType::get(array.getLength(),
                          unzip(array.getElement(), isFirst));
  auto pair = cast<PairType>(type);
  return isFirst ? pair.getFirst() : pair.getSecond();
}

/// Appends the tensors of a parameter or a result.
static void appendTensors(StringRef name, Type type, Location loc,
                          SmallVectorImpl<SignatureTensor> &tensors) {
  auto appendBoth = [&](Type first, Type second) {
    appendTensors((name + "_1").str(), first, loc, tensors);
    appendTensors((name + "_2").str(), second, loc, tensors);
  };
  if (auto pair = dyn_cast<PairType>(type))
    return appendBoth(pair.getFirst(), pair.getSecond());
  if (getUnzippedDepth(type))
    return appendBoth(unzip(type, /*isFirst=*/true),
                      unzip(type, /*isFirst=*/false));
  SignatureTensor tensor;
  tensor.name = name.str();
  tensor.component = getOnlyScalar(type);
  tensor.arrays = {type};
  tensor.loc = loc;
  if (std::optional<SmallVector<Nat>> sizes = getUniformSizes(type))
    tensor.sizes = *sizes;
  else
    tensor.sizes = {simplifySums(getSize(type))};
  tensors.push_back(std::move(tensor));
}

namespace {
/// The parameters of a program that are not yet part of a tensor.
struct Params {
  ArrayRef<Attribute> names;
  ArrayRef<BlockArgument> values;

  StringRef getName() const { return cast<StringAttr>(names[0]).getValue(); }
  void drop(size_t count) {
    names = names.drop_front(count);
    values = values.drop_front(count);
  }
};
} // namespace

/// The sizes in the record of a stored tensor.
static std::optional<SmallVector<Nat>> parseSizes(ArrayAttr texts) {
  SmallVector<Nat> sizes;
  for (Attribute text : texts) {
    NatError error;
    auto string = dyn_cast<StringAttr>(text);
    std::optional<Nat> size =
        string ? parseNat(string.getValue(), {}, error) : std::nullopt;
    if (!size)
      return std::nullopt;
    sizes.push_back(*size);
  }
  return sizes;
}

/// Takes the arrays of a stored tensor, if the parameters begin with them.
/// Nothing, with a reason, if they are others than its record says.
static std::optional<SignatureTensor>
takeStored(DictionaryAttr record, Params &params, std::string &reason) {
  auto name = record.getAs<StringAttr>("name");
  auto format = record.getAs<level::FormatAttr>("format");
  auto texts = record.getAs<ArrayAttr>("sizes");
  std::optional<SmallVector<Nat>> sizes =
      texts ? parseSizes(texts) : std::nullopt;
  if (!name || !format || !sizes) {
    reason = "expected '" + kTensorsAttr.str() +
             "' to have a name, a format and sizes of each tensor";
    return std::nullopt;
  }
  SignatureTensor tensor{name.str(), format, {}, *sizes, {}, {}};
  auto isComponents = [&](Attribute param) { return param == name; };
  const auto *components = llvm::find_if(params.names, isComponents);
  size_t count = components - params.names.begin() + 1;
  std::optional<ArrayForm> form;
  if (components != params.names.end()) {
    tensor.component = getComponent(params.values[count - 1].getType(), format);
    form = getArrayForm(format, tensor.component, *sizes, name, reason);
  }
  bool fits = form && form->names.size() == count;
  for (size_t number = 0; fits && number != count; ++number)
    fits = cast<StringAttr>(params.names[number]).getValue() ==
               form->names[number] &&
           params.values[number].getType() == form->types[number];
  if (!fits) {
    reason = "expected the parameters of the tensor '" + name.str() +
             "' to be its arrays";
    return std::nullopt;
  }
  tensor.arrays.assign(form->types.begin(), form->types.end());
  if (format.getDimToLevel().isIdentity() && tensor.arrays.size() == 1)
    tensor.format = {};
  tensor.loc = params.values[0].getLoc();
  params.drop(count);
  return tensor;
}

/// The record of the stored tensor whose first array is a parameter.
static DictionaryAttr findRecord(ProgramOp program, StringRef param) {
  auto records = program->getAttrOfType<ArrayAttr>(kTensorsAttr);
  if (!records)
    return {};
  for (auto record : records.getAsRange<DictionaryAttr>()) {
    auto name = record.getAs<StringAttr>("name");
    StringRef rest = param;
    if (name && rest.consume_front(name.getValue()) &&
        (rest.empty() ||
         (rest.consume_front("_pos") && llvm::all_of(rest, llvm::isDigit))))
      return record;
  }
  return {};
}

std::optional<Signature> pattern::getSignature(ProgramOp program,
                                               std::string &reason) {
  Signature signature;
  Params params{program.getParams().getValue(),
                program.getBlock()->getArguments()};
  while (!params.names.empty()) {
    if (DictionaryAttr record = findRecord(program, params.getName())) {
      std::optional<SignatureTensor> tensor =
          takeStored(record, params, reason);
      if (!tensor)
        return std::nullopt;
      signature.operands.push_back(std::move(*tensor));
      continue;
    }
    appendTensors(params.getName(), params.values[0].getType(),
                  params.values[0].getLoc(), signature.operands);
    params.drop(1);
  }
  appendTensors(program.getSymName(), program.getResult(), program.getLoc(),
                signature.results);
  return signature;
}

bool pattern::isSizeOf(const Nat &size, StringRef nat) {
  return (size - Nat::variable(nat)).getConstant().has_value();
}

//===----------------------------------------------------------------------===//
// Numbers with values
//===----------------------------------------------------------------------===//

/// The records of stored tensors with a number replaced in their sizes.
static ArrayAttr fixSizes(ArrayAttr records, StringRef nat, int64_t value) {
  SmallVector<Attribute> fixed;
  for (Attribute attribute : records) {
    auto record = dyn_cast<DictionaryAttr>(attribute);
    auto texts = record ? record.getAs<ArrayAttr>("sizes") : ArrayAttr();
    std::optional<SmallVector<Nat>> sizes =
        texts ? parseSizes(texts) : std::nullopt;
    auto name = record ? record.getAs<StringAttr>("name") : StringAttr();
    auto format = record ? record.getAs<level::FormatAttr>("format")
                         : level::FormatAttr();
    if (!sizes || !name || !format) {
      fixed.push_back(attribute);
      continue;
    }
    for (Nat &size : *sizes)
      size = size.substitute(nat, value);
    fixed.push_back(describeTensor(name, format, *sizes));
  }
  return ArrayAttr::get(records.getContext(), fixed);
}

void pattern::fixNumber(ProgramOp program, StringRef nat, int64_t value) {
  auto replace = [&](Type type) { return substitute(type, nat, value); };
  program->walk([&](Operation *op) {
    for (Value result : op->getResults())
      result.setType(replace(result.getType()));
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          argument.setType(replace(argument.getType()));
    for (NamedAttribute attribute : llvm::to_vector(op->getAttrs()))
      if (auto number = dyn_cast<NatAttr>(attribute.getValue()))
        op->setAttr(attribute.getName(),
                    NatAttr::get(op->getContext(),
                                 number.getValue().substitute(nat, value)));
  });
  program.setResult(replace(program.getResult()));
  SmallVector<Attribute> nats;
  for (Attribute name : program.getNats())
    if (cast<StringAttr>(name).getValue() != nat)
      nats.push_back(name);
  program.setNatsAttr(ArrayAttr::get(program.getContext(), nats));
  if (auto records = program->getAttrOfType<ArrayAttr>(kTensorsAttr))
    program->setAttr(kTensorsAttr, fixSizes(records, nat, value));
}
