//===- KernelSignature.cpp - Lowered kernels and their tensors --*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads what was recorded of a kernel and compares it with what the kernel
// takes and returns.
//
//===----------------------------------------------------------------------===//

#include "KernelSignature.h"

#include "weft/Dialect/Weft/IR/Weft.h"

using namespace mlir;
using namespace weft;

/// The bytes of an element of an array; a vector stands for a record.
static int64_t getElementBytes(Type type) {
  if (auto record = dyn_cast<VectorType>(type))
    return record.getNumElements();
  if (auto complex = dyn_cast<ComplexType>(type))
    return 2 * getElementBytes(complex.getElementType());
  if (!type.isIntOrFloat())
    return sizeof(int64_t);
  return llvm::PowerOf2Ceil(llvm::divideCeil(type.getIntOrFloatBitWidth(), 8));
}

static std::optional<TensorRecord> readTensor(Attribute attr) {
  std::optional<TensorRecordAttrs> record = readTensorRecord(attr);
  if (!record)
    return std::nullopt;
  TensorRecord tensor;
  tensor.rank = record->rank;
  for (auto type : record->arrays.getAsValueRange<TypeAttr>()) {
    tensor.elementBytes.push_back(getElementBytes(type));
    tensor.endsInRecords = isa<VectorType>(type);
  }
  return tensor;
}

/// Reads which size of a result the argument `index` of the lowered kernel is.
static LogicalResult readExtent(LLVM::LLVMFuncOp kernel, int64_t index,
                                const KernelSignature &signature,
                                ArgumentRecord &argument) {
  auto extent =
      index < kernel.getNumArguments()
          ? kernel.getArgAttrOfType<DenseI64ArrayAttr>(index, kExtentAttr)
          : DenseI64ArrayAttr();
  if (!extent || extent.size() != 2)
    return kernel.emitOpError("expected every argument of a kernel to be a "
                              "tensor or to have a '")
           << kExtentAttr << "' of a result and a mode";
  argument.result = extent[0];
  argument.mode = extent[1];
  ArrayRef<TensorRecord> results = signature.results;
  if (argument.result < 0 ||
      argument.result >= static_cast<int64_t>(results.size()) ||
      argument.mode < 0 || argument.mode >= results[argument.result].rank)
    return kernel.emitOpError("expected '")
           << kExtentAttr << "' to name a mode of a result, got " << extent;
  return success();
}

/// Whether a type is what a memory reference of rank 1 has become.
static bool isDescriptor(Type type) {
  auto structure = dyn_cast<LLVM::LLVMStructType>(type);
  return structure && !structure.isOpaque() &&
         structure.getBody().size() == kNumMemRefArguments &&
         isa<LLVM::LLVMPointerType>(structure.getBody()[kAligned]);
}

/// Checks that the lowered kernel takes and returns what its record says.
static LogicalResult verifyTypes(LLVM::LLVMFuncOp kernel,
                                 const KernelSignature &signature) {
  Type i64 = IntegerType::get(kernel.getContext(), 64);
  auto refuse = [&](StringRef what, Type type) {
    return kernel.emitOpError("expected ") << what << " of a kernel with this '"
                                           << kABIAttr << "', got " << type;
  };
  int64_t index = 0;
  for (const ArgumentRecord &argument : signature.arguments) {
    int64_t numSizes = argument.tensor ? argument.tensor->rank : 1;
    for (int64_t size = 0; size != numSizes; ++size)
      if (Type type = kernel.getArgumentTypes()[index++]; type != i64)
        return refuse("a size as argument", type);
    int64_t numArrays = argument.tensor ? argument.tensor->getNumArrays() : 0;
    for (int64_t array = 0; array != numArrays; ++array)
      for (int field = 0; field != kNumMemRefArguments; ++field) {
        Type type = kernel.getArgumentTypes()[index++];
        bool isPointer = field == kAllocated || field == kAligned;
        if (isPointer ? !isa<LLVM::LLVMPointerType>(type) : type != i64)
          return refuse("an array as argument", type);
      }
  }

  SmallVector<Type> returned;
  Type type = kernel.getFunctionType().getReturnType();
  int64_t numValues = 0;
  for (const TensorRecord &result : signature.results)
    numValues += result.rank + result.getNumArrays();
  auto structure = dyn_cast<LLVM::LLVMStructType>(type);
  if (numValues > 1 && structure && !structure.isOpaque())
    llvm::append_range(returned, structure.getBody());
  else if (!isa<LLVM::LLVMVoidType>(type))
    returned.push_back(type);
  if (static_cast<int64_t>(returned.size()) != numValues)
    return refuse("a result for each size and array", type);
  ArrayRef<Type> rest = returned;
  for (const TensorRecord &result : signature.results) {
    if (!llvm::all_of(rest.take_front(result.rank),
                      [&](Type size) { return size == i64; }))
      return refuse("sizes as results", type);
    rest = rest.drop_front(result.rank);
    if (!llvm::all_of(rest.take_front(result.getNumArrays()), isDescriptor))
      return refuse("arrays as results", type);
    rest = rest.drop_front(result.getNumArrays());
  }
  return success();
}

FailureOr<KernelSignature> weft::readSignature(LLVM::LLVMFuncOp kernel) {
  auto abi = kernel->getAttrOfType<DictionaryAttr>(kABIAttr);
  auto arguments = abi ? abi.getAs<ArrayAttr>("arguments") : ArrayAttr();
  auto results = abi ? abi.getAs<ArrayAttr>("results") : ArrayAttr();
  if (!arguments || !results)
    return kernel.emitOpError("expected a kernel with the '")
           << kABIAttr << "' that the lowering of its tensors records";
  KernelSignature signature;
  for (Attribute attr : results) {
    std::optional<TensorRecord> tensor = readTensor(attr);
    if (!tensor)
      return kernel.emitOpError("expected every result of a kernel to be a "
                                "tensor, got ")
             << attr;
    signature.results.push_back(*tensor);
  }
  int64_t index = 0;
  for (Attribute attr : arguments) {
    ArgumentRecord &argument = signature.arguments.emplace_back();
    argument.tensor = readTensor(attr);
    if (argument.tensor)
      index += argument.tensor->rank +
               kNumMemRefArguments * argument.tensor->getNumArrays();
    else if (failed(readExtent(kernel, index++, signature, argument)))
      return failure();
  }
  if (index != kernel.getNumArguments())
    return kernel.emitOpError("expected ")
           << index << " arguments of a kernel with this '" << kABIAttr
           << "', got " << kernel.getNumArguments();
  if (failed(verifyTypes(kernel, signature)))
    return failure();
  return signature;
}
