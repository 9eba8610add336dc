//===- CHeader.cpp - Kernels for C programs ---------------------*- C++ -*-===//
//
// Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes the C header of a kernel. The layout of tensors is a copy of
// TensorABI.h, embedded when Weft is built, under the same include guard: a
// program may include several such headers, and the original beside them.
//
//===----------------------------------------------------------------------===//

#include "weft/Compiler/CHeader.h"
#include "weft/Compiler/Kernel.h"
#include "weft/Runtime/TensorABI.h"

#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace weft;

/// The text of TensorABI.h.
static const char tensorABI[] = {
#include "TensorABI.inc"
    , 0};

/// The C type of a component.
static StringRef getCType(runtime::ElementType type) {
  switch (type) {
  case runtime::ElementType::Bool:
    return "uint8_t (0 or 1)";
  case runtime::ElementType::I8:
    return "int8_t";
  case runtime::ElementType::I16:
    return "int16_t";
  case runtime::ElementType::I32:
    return "int32_t";
  case runtime::ElementType::I64:
    return "int64_t";
  case runtime::ElementType::U8:
    return "uint8_t";
  case runtime::ElementType::U16:
    return "uint16_t";
  case runtime::ElementType::U32:
    return "uint32_t";
  case runtime::ElementType::U64:
    return "uint64_t";
  case runtime::ElementType::F16:
    return "uint16_t (the bits of an IEEE 754 binary16)";
  case runtime::ElementType::BF16:
    return "uint16_t (the upper half of a float)";
  case runtime::ElementType::F32:
    return "float";
  case runtime::ElementType::F64:
    return "double";
  case runtime::ElementType::C64:
    return "float _Complex";
  case runtime::ElementType::C128:
    return "double _Complex";
  }
  return "";
}

/// One line that says how a tensor is stored.
static void describe(raw_ostream &os, StringRef argument,
                     const KernelTensor &tensor) {
  os << " *   " << argument << ": components of type " << getCType(tensor.type);
  int64_t array = 0;
  int64_t number = 0;
  for (const runtime::Level &level : tensor.format.levels) {
    ++number;
    auto list = [&](StringRef name, int bits) {
      os << ", arrays[" << array++ << "] = " << name << number << " (int"
         << bits << "_t)";
    };
    for (const runtime::ArrayInfo &info : runtime::arraysOf(level))
      if (tensor.format.packed && info.isForEachPosition &&
          number == tensor.format.numLevels())
        continue;
      else if (info.kind == runtime::ArrayKind::Positions)
        list(info.name, level.positionBits);
      else if (info.kind == runtime::ArrayKind::Coordinates)
        list(info.name, level.coordinateBits);
      else
        list(info.name, 8);
  }
  os << ", arrays[" << array << "] = ";
  if (tensor.format.packed) {
    int bits = tensor.format.levels.back().coordinateBits;
    int64_t half = WEFT_RT_RECORD_HALF(bits / 8, runtime::sizeOf(tensor.type));
    os << "records of a coordinate (int" << bits << "_t) and, behind " << half
       << " bytes, a value, of " << 2 * half << " bytes";
  } else {
    os << "values";
  }
  os << "\n *     " << tensor.name << ": " << runtime::toString(tensor.format)
     << "\n";
}

/// The names of the arguments: those of the tensors, with a suffix where C or a
/// result of the same name has taken them.
std::vector<std::string> weft::getArgumentNames(const Kernel &kernel) {
  std::vector<std::string> names;
  for (const KernelTensor &tensor : kernel.results())
    names.push_back(tensor.name + "_out");
  for (const KernelTensor &tensor : kernel.operands())
    names.push_back(tensor.name + "_in");
  return names;
}

std::string weft::makeCHeader(const Kernel &kernel) {
  std::string header;
  raw_string_ostream os(header);
  std::string name = kernel.name().str();
  std::string guard = "WEFT_KERNEL_" + name + "_H";
  std::vector<std::string> arguments = getArgumentNames(kernel);

  os << "/* The kernel\n *\n";
  SmallVector<StringRef> lines;
  StringRef(kernel.text()).split(lines, '\n');
  for (StringRef line : lines) {
    // A comment inside of the text would end this one.
    std::string shown = line.str();
    for (size_t at; (at = shown.find("*/")) != std::string::npos;)
      shown.replace(at, 2, "* /");
    os << " *   " << shown << "\n";
  }
  os << " *\n * as compiled by Weft. Link it with weft_runtime. */\n\n"
     << "#ifndef " << guard << "\n#define " << guard << "\n\n"
     << tensorABI << "\n"
     << "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n"
     << "/* The kernel itself, to be called through weft_rt_invoke. */\n"
     << "void " << kernel.entryName()
     << "(weft_tensor_data *const *tensors);\n\n"
     << "/* Runs the kernel. The sizes (dims) of results are read and their "
        "arrays,\n * of which num_arrays many must be provided, are filled in; "
        "the caller frees\n * them with weft_rt_free_result. Returns "
        "WEFT_RT_OK or another status.\n *\n";
  for (auto [argument, tensor] : zip_equal(arguments, kernel.tensors()))
    describe(os, argument, tensor);
  os << " */\nstatic inline int64_t " << name << "(";
  for (const std::string &argument : arguments)
    os << "weft_tensor_data *" << argument << ", ";
  os << "weft_rt_error *error) {\n  weft_tensor_data *tensors["
     << arguments.size() << "];\n";
  for (auto [position, argument] : enumerate(arguments))
    os << "  tensors[" << position << "] = " << argument << ";\n";
  os << "  return weft_rt_invoke(" << kernel.entryName()
     << ", tensors, error);\n}\n\n"
     << "#ifdef __cplusplus\n}\n#endif\n\n#endif /* " << guard << " */\n";
  return header;
}
