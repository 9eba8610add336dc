//===- KernelConversion.cpp - Programs as kernels ---------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel takes the sizes and arrays of its operands and returns those of its
// results. Natural numbers are sizes of tensors. Before anything is computed,
// the kernel checks that arrays have the lengths of their types, so that no
// address is out of bounds.
//
//===----------------------------------------------------------------------===//

#include "KernelConversion.h"

#include "weft/Dialect/Pattern/Formats/Signature.h"
#include "weft/Dialect/Weft/IR/Weft.h"
#include "weft/Runtime/TensorABI.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace weft;
using namespace weft::pattern;
using namespace weft::pattern_to_scf;

namespace {
/// An argument that is a size: of a mode of an operand, or of a result.
struct SizeArgument {
  Nat size;
  unsigned number;
};

class KernelConversion {
public:
  KernelConversion(ProgramOp program, const Signature &signature,
                   const EmissionOptions &options)
      : program(program), signature(signature), options(options),
        builder(program), loc(program.getLoc()) {}

  LogicalResult run();

private:
  void addOperands();
  LogicalResult addExtents();
  func::FuncOp createFunction();
  const SizeArgument *findSize(StringRef nat) const;
  /// The location of the parameter that a size is one of.
  Location findLoc(const SizeArgument &argument) const;
  void defineNats(NatEmitter &nats, func::FuncOp function);
  void bindParams(Evaluator &evaluator, NatEmitter &nats);
  ViewRef bindParam(Evaluator &evaluator, NatEmitter &nats, Type type,
                    Location paramLoc);
  ViewRef viewLeaf(Evaluator &evaluator, Type type);
  Value viewWords(Value records, Type type);
  void checkOperand(Evaluator &evaluator, NatEmitter &nats, unsigned number,
                    Location paramLoc);
  Value emitResult(Evaluator &evaluator, NatEmitter &nats, ViewRef view,
                   const SignatureTensor &result, Type type,
                   SmallVectorImpl<Value> &returned);
  void emitResults(Evaluator &evaluator, NatEmitter &nats, ViewRef view,
                   Type type, SmallVectorImpl<Value> &returned);
  Attribute describe(const SignatureTensor &tensor);

  ProgramOp program;
  const Signature &signature;
  const EmissionOptions &options;
  OpBuilder builder;
  Location loc;
  SmallVector<Type> types;
  SmallVector<DictionaryAttr> attributes;
  SmallVector<Attribute> records;
  SmallVector<SizeArgument> sizes;
  /// The arguments of each operand begin here.
  SmallVector<unsigned> begins;
  Block *entry = nullptr;
  EnvironmentRef environment = std::make_shared<Environment>();
  /// The operand whose arrays are bound next, and which of them.
  unsigned operand = 0, array = 0;
  unsigned numResults = 0;
};
} // namespace

//===----------------------------------------------------------------------===//
// Signature
//===----------------------------------------------------------------------===//

/// Whether an array of a tensor has records of coordinates and components.
static bool hasRecords(const SignatureTensor &tensor, unsigned array) {
  return tensor.format && tensor.format.getPacked() &&
         array + 1 == tensor.arrays.size();
}

/// The bytes of a record: two words, which are as wide as the wider value.
static int64_t getRecordBytes(Type type) {
  return 2 * getStoredType(type).getIntOrFloatBitWidth() / 8;
}

/// The record of a tensor in `weft.abi`, where a vector stands for a record.
Attribute KernelConversion::describe(const SignatureTensor &tensor) {
  SmallVector<Attribute> arrays;
  for (auto [array, type] : llvm::enumerate(tensor.arrays))
    arrays.push_back(TypeAttr::get(
        hasRecords(tensor, array)
            ? VectorType::get({getRecordBytes(type)}, builder.getI8Type())
            : getStoredType(type)));
  return builder.getDictionaryAttr(
      {builder.getNamedAttr("arrays", builder.getArrayAttr(arrays)),
       builder.getNamedAttr("rank",
                            builder.getI64IntegerAttr(tensor.sizes.size()))});
}

void KernelConversion::addOperands() {
  auto add = [&](Type type, ArrayRef<NamedAttribute> named = {}) {
    types.push_back(type);
    attributes.push_back(builder.getDictionaryAttr(named));
  };
  for (const SignatureTensor &tensor : signature.operands) {
    begins.push_back(types.size());
    for (const Nat &size : tensor.sizes) {
      sizes.push_back({size, static_cast<unsigned>(types.size())});
      add(builder.getIndexType());
    }
    // Records are bytes.
    for (auto [array, type] : llvm::enumerate(tensor.arrays))
      add(hasRecords(tensor, array)
              ? MemRefType::get(ShapedType::kDynamic, builder.getI8Type())
              : getMemoryType(type));
    attributes[begins.back()] = builder.getDictionaryAttr(builder.getNamedAttr(
        kTensorNameAttr, builder.getStringAttr(tensor.name)));
    records.push_back(describe(tensor));
  }
}

const SizeArgument *KernelConversion::findSize(StringRef nat) const {
  // The number itself first.
  for (const SizeArgument &argument : sizes)
    if (argument.size == Nat::variable(nat))
      return &argument;
  for (const SizeArgument &argument : sizes)
    if (isSizeOf(argument.size, nat))
      return &argument;
  return nullptr;
}

/// Adds arguments for numbers that only sizes of results tell.
LogicalResult KernelConversion::addExtents() {
  for (auto name : program.getNats().getAsRange<StringAttr>()) {
    if (findSize(name.getValue()))
      continue;
    bool found = false;
    for (auto [result, tensor] : llvm::enumerate(signature.results))
      for (auto [mode, size] : llvm::enumerate(tensor.sizes)) {
        if (found || size != Nat::variable(name.getValue()))
          continue;
        int64_t place[] = {static_cast<int64_t>(result),
                           static_cast<int64_t>(mode)};
        sizes.push_back({size, static_cast<unsigned>(types.size())});
        types.push_back(builder.getIndexType());
        attributes.push_back(builder.getDictionaryAttr(builder.getNamedAttr(
            kExtentAttr, builder.getDenseI64ArrayAttr(place))));
        records.push_back(TypeAttr::get(builder.getIndexType()));
        found = true;
      }
    if (!found)
      return program.emitOpError("expected a tensor with the size '")
             << name.getValue() << "', which no operand and no result has";
  }
  return success();
}

func::FuncOp KernelConversion::createFunction() {
  SmallVector<Type> results;
  SmallVector<DictionaryAttr> resultAttributes;
  SmallVector<Attribute> resultRecords;
  for (const SignatureTensor &tensor : signature.results) {
    size_t begin = results.size();
    results.append(tensor.sizes.size(), builder.getIndexType());
    results.push_back(getMemoryType(tensor.arrays.back()));
    resultAttributes.append(results.size() - begin,
                            builder.getDictionaryAttr({}));
    resultAttributes[begin] = builder.getDictionaryAttr(builder.getNamedAttr(
        kTensorNameAttr, builder.getStringAttr(tensor.name)));
    resultRecords.push_back(describe(tensor));
  }
  auto function = func::FuncOp::create(builder, loc, program.getSymName(),
                                       builder.getFunctionType(types, results));
  function->setAttr(kKernelAttr, builder.getUnitAttr());
  function->setAttr(
      kABIAttr,
      builder.getDictionaryAttr(
          {builder.getNamedAttr("arguments", builder.getArrayAttr(records)),
           builder.getNamedAttr("results",
                                builder.getArrayAttr(resultRecords))}));
  entry = function.addEntryBlock();
  function.setAllArgAttrs(attributes);
  function.setAllResultAttrs(resultAttributes);
  return function;
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

Location KernelConversion::findLoc(const SizeArgument &argument) const {
  for (size_t number = begins.size(); number-- != 0;)
    if (begins[number] <= argument.number)
      return *signature.operands[number].loc;
  return loc;
}

void KernelConversion::defineNats(NatEmitter &nats, func::FuncOp function) {
  for (auto name : program.getNats().getAsRange<StringAttr>()) {
    const SizeArgument *found = findSize(name.getValue());
    Value value = function.getArgument(found->number);
    int64_t rest =
        *(found->size - Nat::variable(name.getValue())).getConstant();
    if (rest != 0)
      value = arith::SubIOp::create(
          builder, loc, value,
          arith::ConstantIndexOp::create(builder, loc, rest));
    // An array of length 0 and type `n + 1` leaves no natural number.
    if (rest > 0) {
      Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
      Value isNatural = arith::CmpIOp::create(
          builder, loc, arith::CmpIPredicate::sge, value, zero);
      nats.emitFailUnless(findLoc(*found), isNatural,
                          {WEFT_RT_NEGATIVE_LENGTH, value},
                          "the number " + name.getValue() + " is negative");
    }
    nats.defineNumber(name.getValue(), value);
  }
}

/// The words of records.
Value KernelConversion::viewWords(Value records, Type type) {
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value wordBytes =
      arith::ConstantIndexOp::create(builder, loc, getRecordBytes(type) / 2);
  Value numBytes = memref::DimOp::create(builder, loc, records, zero);
  Value numWords = arith::DivUIOp::create(builder, loc, numBytes, wordBytes);
  return memref::ViewOp::create(builder, loc, getMemoryType(type), records,
                                zero, ValueRange{numWords});
}

/// The view of the next array of the operands.
ViewRef KernelConversion::viewLeaf(Evaluator &evaluator, Type type) {
  const SignatureTensor &tensor = signature.operands[operand];
  Value memory =
      entry->getArgument(begins[operand] + tensor.sizes.size() + array);
  std::optional<Nat> bound;
  // Positions and coordinates of compressed levels alternate. If the last
  // coordinates are packed, they are in place of an array of coordinates.
  if (level::FormatAttr format = tensor.format; format && array % 2 == 1) {
    unsigned compressed = array / 2;
    for (int64_t level = 0; level != format.getNumLevels(); ++level)
      if (isa<level::CompressedAttr>(format.getLevelTypes()[level]) &&
          compressed-- == 0)
        bound = tensor.sizes[format.getLevelDim(level)];
  }
  if (hasRecords(tensor, array))
    memory = viewWords(memory, type);
  if (++array == tensor.arrays.size()) {
    ++operand;
    array = 0;
  }
  return evaluator.viewOperand(memory, type, loc, bound);
}

/// Checks the sizes of the operand. The arrays of a format are checked when a
/// tensor is made.
void KernelConversion::checkOperand(Evaluator &evaluator, NatEmitter &nats,
                                    unsigned number, Location paramLoc) {
  const SignatureTensor &tensor = signature.operands[number];
  if (!tensor.format)
    evaluator.emitTypeChecks(tensor.arrays.back(), paramLoc);
  for (auto [mode, size] : llvm::enumerate(tensor.sizes)) {
    Value given = entry->getArgument(begins[number] + mode);
    Value expected = nats.emit(loc, size);
    if (given == expected)
      continue;
    Value isEqual = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::eq, given, expected);
    nats.emitFailUnless(paramLoc, isEqual,
                        {WEFT_RT_LENGTH_MISMATCH, expected, given},
                        "an array has another length than its type says");
  }
}

/// Arrays of pairs of the elements of two arrays, `depth` arrays further in.
static ViewRef zipViews(ViewRef first, ViewRef second, unsigned depth) {
  if (depth == 0)
    return makePair(first, second);
  return makeArray([=](const Nat &position) {
    return zipViews(first->at(position), second->at(position), depth - 1);
  });
}

/// The arrays of the first or second values of pairs.
static ViewRef unzipView(ViewRef view, unsigned depth, bool isFirst) {
  if (depth == 0)
    return isFirst ? view->first : view->second;
  return makeArray(
      [=](const Nat &position) {
        return unzipView(view->at(position), depth - 1, isFirst);
      },
      view->mapping);
}

ViewRef KernelConversion::bindParam(Evaluator &evaluator, NatEmitter &nats,
                                    Type type, Location paramLoc) {
  auto bind = [&](Type part) {
    return bindParam(evaluator, nats, part, paramLoc);
  };
  bool isArray = type == signature.operands[operand].arrays[array];
  if (auto pair = dyn_cast<PairType>(type); pair && !isArray) {
    ViewRef first = bind(pair.getFirst());
    return makePair(first, bind(pair.getSecond()));
  }
  std::optional<unsigned> depth = getUnzippedDepth(type);
  if (depth && !isArray) {
    ViewRef first = bind(unzip(type, /*isFirst=*/true));
    return zipViews(first, bind(unzip(type, /*isFirst=*/false)), *depth);
  }
  unsigned number = operand;
  ViewRef view = viewLeaf(evaluator, type);
  nats.setTablePoint(loc);
  checkOperand(evaluator, nats, number, paramLoc);
  return view;
}

void KernelConversion::bindParams(Evaluator &evaluator, NatEmitter &nats) {
  for (auto [param, name] :
       llvm::zip(program.getBlock()->getArguments(),
                 program.getParams().getAsRange<StringAttr>())) {
    ViewRef view = bindParam(evaluator, nats, param.getType(), param.getLoc());
    environment->values[param] = view;
    if (param.getType().isSignlessInteger())
      nats.defineInteger(name.getValue(),
                         arith::IndexCastOp::create(builder, loc,
                                                    builder.getIndexType(),
                                                    view->scalar()));
    else if (auto type = dyn_cast<ArrayType>(param.getType()))
      nats.defineArray(name.getValue(), view, type.getLength());
  }
  nats.setTablePoint(loc);
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

Value KernelConversion::emitResult(Evaluator &evaluator, NatEmitter &nats,
                                   ViewRef view, const SignatureTensor &result,
                                   Type type,
                                   SmallVectorImpl<Value> &returned) {
  Nat count = 1;
  // A component has at most 16 bytes.
  Value bytes = arith::ConstantIndexOp::create(builder, loc, 16);
  for (const Nat &size : result.sizes) {
    Value value = nats.emit(loc, size);
    nats.emitLengthCheck(loc, value, size);
    bytes = nats.emitCheckedProduct(loc, bytes, value);
    returned.push_back(value);
    count = count * size;
  }
  Value memory = memref::AllocOp::create(builder, loc, getMemoryType(type),
                                         nats.emit(loc, count));
  if (view->fill)
    view->fill(memory);
  else
    evaluator.store(view, type, memory, 0, loc);
  return memory;
}

void KernelConversion::emitResults(Evaluator &evaluator, NatEmitter &nats,
                                   ViewRef view, Type type,
                                   SmallVectorImpl<Value> &returned) {
  if (auto pair = dyn_cast<PairType>(type)) {
    emitResults(evaluator, nats, view->first, pair.getFirst(), returned);
    emitResults(evaluator, nats, view->second, pair.getSecond(), returned);
    return;
  }
  if (std::optional<unsigned> depth = getUnzippedDepth(type)) {
    for (bool isFirst : {true, false})
      emitResults(evaluator, nats, unzipView(view, *depth, isFirst),
                  unzip(type, isFirst), returned);
    return;
  }
  const SignatureTensor &result = signature.results[numResults++];
  Value memory = emitResult(evaluator, nats, view, result, type, returned);
  returned.push_back(memory);
}

LogicalResult KernelConversion::run() {
  addOperands();
  if (failed(addExtents()))
    return failure();
  func::FuncOp function = createFunction();
  builder.setInsertionPointToStart(entry);
  NatEmitter nats(builder, function, options);
  Evaluator evaluator(builder, nats);
  defineNats(nats, function);
  bindParams(evaluator, nats);
  ViewRef view = evaluator.evaluate(*program.getBlock(), environment);
  SmallVector<Value> returned;
  emitResults(evaluator, nats, view, program.getResult(), returned);
  evaluator.deallocate(0, loc);
  for (const Table &table : nats.getTables())
    memref::DeallocOp::create(builder, loc, table.array);
  func::ReturnOp::create(builder, loc, returned);
  program.erase();
  return success();
}

LogicalResult pattern_to_scf::convertToKernel(ProgramOp program,
                                              const EmissionOptions &options) {
  std::string reason;
  std::optional<Signature> signature = getSignature(program, reason);
  if (!signature)
    return program.emitOpError(reason);
  return KernelConversion(program, *signature, options).run();
}
